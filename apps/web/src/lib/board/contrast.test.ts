import { readFileSync } from 'node:fs';
import { SIDES } from '@terrace/rules';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./themes.css', import.meta.url), 'utf8');

/** Channels of `#rrggbb`, 0 to 1. */
const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

/** Relative luminance (WCAG 2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** What a board's colours are called and are: of all rules that name it, in their order. */
function coloursOf(board: string): ReadonlyMap<string, string> {
  const rules = [...css.matchAll(/([^{}]*)\{([^{}]*)\}/g)].filter(([, selectors = '']) =>
    selectors.includes(`[data-board="${board}"]`),
  );
  return new Map(
    rules.flatMap(([, , body = '']) =>
      [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6})\b/g)].map(([, name = '', value = '']): [string, string] => [
        name,
        value,
      ]),
    ),
  );
}

const BOARDS = ['plaster', 'paddy', 'slate', 'dusk'];
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

function gradients(board: string) {
  const colours = coloursOf(board);
  const colour = (name: string): string => {
    const value = colours.get(name);
    if (value === undefined) throw new Error(`${board} has no --${name}`);
    return value;
  };
  return { colour, floors: LEVELS.map((level) => colour(`level-${level}`)) };
}

test.each(BOARDS)('on %s every piece stands out from every level, at least 3 to 1, and its mark from it', (board) => {
  const { colour, floors } = gradients(board);
  for (const side of SIDES) {
    for (const floor of floors) expect(contrast(colour(side), floor)).toBeGreaterThanOrEqual(3);
    expect(contrast(colour(`${side}-mark`), colour(side))).toBeGreaterThanOrEqual(4.5);
  }
});

test('the four boards are four', () => {
  expect(new Set(BOARDS.map((board) => gradients(board).floors.join())).size).toBe(4);
});

test.each(BOARDS)('on %s higher is lighter, so that shade means height', (board) => {
  const lights = gradients(board).floors.map(luminance);
  expect(lights).toEqual(lights.toSorted((a, b) => a - b));
});

test.each(BOARDS)('on %s numerals can be read on every level, and targets stand out', (board) => {
  const { colour, floors } = gradients(board);
  for (const floor of floors) {
    expect(contrast(colour('numeral'), floor)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour('target'), floor)).toBeGreaterThanOrEqual(3);
  }
});
