import { readFileSync } from 'node:fs';
import { messages } from '@terrace/messages';
import { SIDES, type Side } from '@terrace/rules';
import { type Color, converter, differenceCiede2000, interpolate, wcagContrast, wcagLuminance } from 'culori';
import { expect, test } from 'vitest';
import { BOARDS } from './boards.ts';
import { COLOUR_VISIONS, type ColourVision } from './colour-vision.ts';

const css = readFileSync(new URL('./themes.css', import.meta.url), 'utf8');
const STYLED = [...new Set([...css.matchAll(/\[data-board="(\w+)"\]/g)].map(([, name = '']) => name))];

function variablesOf(board: string): ReadonlyMap<string, string> {
  const rules = [...css.matchAll(/([^{}]*)\{([^{}]*)\}/g)].filter(([, selectors = '']) =>
    selectors.includes(`[data-board="${board}"]`),
  );
  return new Map(
    rules.flatMap(([, , body = '']) =>
      [...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']): [string, string] => [name, value]),
    ),
  );
}

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
/** The page's opacity of crown rings on squares over 60 px. */
const DESK_STRENGTH = 0.75;

function paletteOf(board: string) {
  const variables = variablesOf(board);
  const value = (name: string): string => {
    const own = variables.get(name);
    if (own === undefined) throw new Error(`${board} has no --${name}`);
    return /^var\(--([\w-]+)\)$/.exec(own)?.[1] ?? own;
  };
  const colour = (name: string): string => (value(name).startsWith('#') ? value(name) : colour(value(name)));
  const crown = (side: Side, strength: number): Color =>
    interpolate([colour(side), colour(`${side}-mark`)], 'rgb')(Number(value(`${side}-crown`)) * strength);
  const isDark = value('board-scheme') === 'dark';
  return { isDark, colour, crown, floors: LEVELS.map((level) => colour(`level-${level}`)) };
}

const linear = converter('lrgb');
const lab = converter('lab65');
const rgb = converter('rgb');
const difference = differenceCiede2000();
const lightness = (colour: Color | string): number => lab(colour)?.l ?? 0;

function simulate(hex: string, vision: ColourVision): Color {
  const { r = 0, g = 0, b = 0 } = linear(hex) ?? {};
  const m: readonly number[] = COLOUR_VISIONS[vision];
  const row = (n: number) => Math.min(Math.max((m[n] ?? 0) * r + (m[n + 1] ?? 0) * g + (m[n + 2] ?? 0) * b, 0), 1);
  return rgb({ mode: 'lrgb', r: row(0), g: row(3), b: row(6) });
}

const pairs = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, n) => all.slice(n + 1).map((other): [T, T] => [one, other]));
const neighbours = <T>(all: readonly T[]): [T, T][] =>
  pairs(all).filter(([one, other]) => all.indexOf(other) - all.indexOf(one) === 1);

test.each(BOARDS)(
  'on %s every piece and flag has a contrast of 3:1 with every level, and so has its mark with it',
  (board) => {
    const { colour, floors } = paletteOf(board);
    for (const side of SIDES) {
      for (const floor of floors) expect(wcagContrast(colour(side), floor)).toBeGreaterThanOrEqual(3);
      expect(wcagContrast(colour(`${side}-mark`), colour(side))).toBeGreaterThanOrEqual(5.99);
      expect(wcagContrast(colour(`${side}-mark`), colour(`${side}-hi`))).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test.each(BOARDS)(
  'on %s crown rings contrast with domes (3:1 on phones), T collars with rims, and rims with floors',
  (board) => {
    const { colour, crown, floors } = paletteOf(board);
    for (const side of SIDES) {
      expect(wcagContrast(crown(side, 1), colour(side))).toBeGreaterThanOrEqual(3);
      expect(wcagContrast(crown(side, DESK_STRENGTH), colour(side))).toBeGreaterThanOrEqual(2.15);
      const rim = colour(`${side}-rim`);
      expect(wcagContrast(colour(`${side}-mark`), rim)).toBeGreaterThanOrEqual(5.99);
      for (const floor of floors) expect(wcagContrast(rim, floor)).toBeGreaterThanOrEqual(3);
    }
  },
);

const APART: readonly [ColourVision, number, number][] = [
  ['normal', 27, 25],
  ['protan', 19, 20],
  ['deutan', 18, 17],
  ['tritan', 16, 17],
];

test.each(BOARDS)('on %s the sides differ with every colour vision', (board) => {
  const { isDark, colour } = paletteOf(board);
  for (const [vision, onLight, onDark] of APART) {
    const least = Math.min(
      ...pairs(SIDES).map(([one, other]) => difference(simulate(colour(one), vision), simulate(colour(other), vision))),
    );
    expect(least, vision).toBeGreaterThanOrEqual(isDark ? onDark : onLight);
  }
});

test.each(BOARDS)(
  'on %s each level is at least 3 of 100 lighter than the one below, with every colour vision and in grey',
  (board) => {
    const { floors } = paletteOf(board);
    for (const vision of ['normal', 'protan', 'deutan', 'tritan', 'grey'] as const) {
      for (const [low, high] of neighbours(floors)) {
        expect(
          lightness(simulate(high, vision)) - lightness(simulate(low, vision)),
          `${vision} ${low}`,
        ).toBeGreaterThanOrEqual(3);
      }
    }
  },
);

test.each(BOARDS)('on %s neighbouring levels differ by a CIEDE2000 of at least 3', (board) => {
  for (const [low, high] of neighbours(paletteOf(board).floors)) {
    expect(difference(low, high)).toBeGreaterThanOrEqual(3);
  }
});

test('every board has a name and its own levels', () => {
  expect(STYLED.toSorted()).toEqual(BOARDS.toSorted());
  expect(Object.keys(messages.settingsPage.board.boards).toSorted()).toEqual(BOARDS.toSorted());
  expect(new Set(BOARDS.map((board) => paletteOf(board).floors.join())).size).toBe(BOARDS.length);
});

test.each(BOARDS)('on %s higher levels are lighter', (board) => {
  const lights = paletteOf(board).floors.map((floor) => wcagLuminance(floor));
  expect(lights).toEqual(lights.toSorted((a, b) => a - b));
});

test.each(BOARDS)('on %s numerals and targets have enough contrast on every level', (board) => {
  const { colour, floors } = paletteOf(board);
  for (const floor of floors) {
    expect(wcagContrast(colour('numeral'), floor)).toBeGreaterThanOrEqual(4.5);
    expect(wcagContrast(colour('target'), floor)).toBeGreaterThanOrEqual(3);
  }
});
