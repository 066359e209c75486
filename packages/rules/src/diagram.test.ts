import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIAGRAM_STYLES, diagramStyle, formatDiagram, parseDiagram } from './diagram.ts';
import { type SetupName, startPosition } from './named-setups.ts';
import { formatPosition, parsePosition } from './position-text.ts';
import { piecesBySquare, setUp } from './testing/boards.ts';
import { playChoices, someStart } from './testing/games.ts';

/** The walls of an empty board for two seats, as the network server prints them, but without its indentation. */
const empty = `
  H---+---+---+---+---+---+---+---L
8 |   |   |   |   |   |   |   |   |
  +---+   +   +   +   +   +   +---+
7 |       |   |   |   |   |       |
  +---+---+   +   +   +   +---+---+
6 |           |   |   |           |
  +---+---+---+   +   +---+---+---+
5 |               |               |
  +---+---+---+---+---+---+---+---+
4 |               |               |
  +---+---+---+   +   +---+---+---+
3 |           |   |   |           |
  +---+---+   +   +   +   +---+---+
2 |       |   |   |   |   |       |
  +---+   +   +   +   +   +   +---+
1 |   |   |   |   |   |   |   |   |
  L---+---+---+---+---+---+---+---H
    a   b   c   d   e   f   g   h`;

/** The same with some ranks replaced. */
const withRanks = (...ranks: readonly string[]): string =>
  ranks.reduce((board, rank) => board.replace(new RegExp(`^${rank.charAt(0)} \\|.*$`, 'm'), rank), empty);

const walled = {
  long: withRanks(
    '8 | D | D | C | C | B | B | A | T |',
    '7 | A   A | B | B | C | C | D   D |',
    '2 | d   d | c | c | b | b | a   a |',
    '1 | t | a | b | b | c | c | d | d |',
  ),
  short: withRanks('8 |   | T | B | B | C | C | D |   |', '1 |   | d | c | c | b | b | t |   |'),
  medium: withRanks('8 |   | D | C | C | B | B | T |   |', '1 |   | t | b | b | c | c | d |   |'),
  master: withRanks(
    '8 | D | D | C | C | B | B | A | T |',
    '7 | A   A | B | B | C | C | D   D |',
    '1 |   | d | c | c | b | b | t |   |',
  ),
  four: `
  H---+---+---+---+---+---+---+---L
8 |   | d'| c'| c'| b'| b'| t'|   | 8
  +---+   +   +   +   +   +   +---+
7 | D'    |   |   |   |   |     T | 7
  +---+---+   +   +   +   +---+---+
6 | C'        |   |   |         B | 6
  +---+---+---+   +   +---+---+---+
5 | C'            |             B | 5
  +---+---+---+---+---+---+---+---+
4 | B'            |             C | 4
  +---+---+---+   +   +---+---+---+
3 | B'        |   |   |         C | 3
  +---+---+   +   +   +   +---+---+
2 | T'    |   |   |   |   |     D | 2
  +---+   +   +   +   +   +   +---+
1 |   | t | b | b | c | c | d |   | 1
  L---+---+---+---+---+---+---+---H
    a   b   c   d   e   f   g   h`,
} as const satisfies Partial<Record<SetupName, string>>;

/** The computer program's diagram of the long game, as printed there with the names of its edges. */
const plain =
  '\t8\tD\tD\tC\tC\tB\tB\tA\tT\n' +
  '\t7\tA\tA\tB\tB\tC\tC\tD\tD\n' +
  'r o w s\t6\t.\t.\t.\t.\t.\t.\t.\t.\n' +
  '\t5\t.\t.\t.\t.\t.\t.\t.\t.\n' +
  '\t4\t.\t.\t.\t.\t.\t.\t.\t.\n' +
  '\t3\t.\t.\t.\t.\t.\t.\t.\t.\n' +
  '\t2\td\td\tc\tc\tb\tb\ta\ta\n' +
  '\t1\tt\ta\tb\tb\tc\tc\td\td\n' +
  '\t\ta\tb\tc\td\te\tf\tg\th\n\ncolumns\n';

describe.each(Object.entries(walled))('R23: the walled board of %s', (name, text) => {
  const position = startPosition(
    name === 'long' || name === 'short' || name === 'medium' || name === 'master' ? name : 'four',
  );

  test('is drawn character for character as the network server prints it', () => {
    expect(`\n${formatDiagram(position, 'walled')}`).toBe(text);
  });

  test('is parsed', () => {
    expect(parseDiagram(text)).toEqual({ ok: true, value: position });
  });
});

test('R23: three seats have the board of four without West', () => {
  expect(`\n${formatDiagram(startPosition('three'), 'walled')}`).toBe(walled.four.replaceAll(/[A-Z]'/g, '  '));
});

test('R23: the plain grid is that of the computer program without the names of its edges', () => {
  const grid = plain.replace('r o w s', '').replace('\n\ncolumns\n', '').replaceAll(/^\t/gm, '');
  expect(formatDiagram(startPosition('long'), 'plain')).toBe(grid);
  expect(parseDiagram(plain)).toEqual({ ok: true, value: startPosition('long') });
});

/** As posted to rec.games.abstract in October 1994. */
const posted = {
  short: `o  WT W2 W2 W3 W3 W4 o
o  o  o  o  o  o  o  o
o  o  o  o  o  o  o  o
o  o  o  o  o  o  o  o
o  o  o  o  o  o  o  o
o  o  o  o  o  o  o  o
o  o  o  o  o  o  o  o
o  B4 B3 B3 B2 B2 BT o`,
  four: `o  W4 W3 W3 W2 W2 WT o
R4 o  o  o  o  o  o UT
R3 o  o  o  o  o  o U2
R3 o  o  o  o  o  o U2
R2 o  o  o  o  o  o U3
R2 o  o  o  o  o  o U3
RT o  o  o  o  o  o U4
o  BT B2 B2 B3 B3 B4 o`,
} as const;

test.each(['short', 'four'] as const)(
  "Usenet's grid of %s has the pieces of that setup, and White moves first",
  (name) => {
    expect(diagramStyle(posted[name])).toBe('usenet');
    const read = parseDiagram(posted[name]);
    const start = startPosition(name);
    expect(read.ok && piecesBySquare(read.value)).toEqual(piecesBySquare(start));
    expect(read).toMatchObject({ value: { seats: start.seats, turn: 'north' } });
    expect(parseDiagram(`${posted[name]}\nB to move`)).toMatchObject({ value: { turn: 'south' } });
  },
);

test("Usenet's grid may have ranks and corners, and is drawn with them", () => {
  const drawn = formatDiagram(startPosition('four'), 'usenet');
  expect(drawn.split('\n')[0]).toBe('8 o  W4 W3 W3 W2 W2 WT o  <-- low corner');
  expect(drawn.split('\n').at(-1)).toBe('B to move');
  expect(parseDiagram(drawn)).toEqual({ ok: true, value: startPosition('four') });
  expect(parseDiagram(posted.short.replace('WT W2', 'W9 W2'))).toMatchObject({ error: { code: 'no-board' } });
  expect(parseDiagram(posted.short.replace(' o\n', '\n'))).toMatchObject({ error: { code: 'rank-width' } });
});

test("Everything2's board has rank 1 on top, and its largest size is A", () => {
  const drawn = formatDiagram(startPosition('long'), 'everything2');
  expect(drawn.split('\n').slice(0, 4)).toEqual([
    ' | A  B  C  D  E  F  G  H',
    '-+-----------------------',
    '1| t  d  c  c  b  b  a  a',
    '2| a  a  b  b  c  c  d  d',
  ]);
  expect(diagramStyle(drawn)).toBe('everything2');
  expect(parseDiagram(drawn)).toEqual({ ok: true, value: startPosition('long') });
  expect(parseDiagram(drawn.toUpperCase())).toMatchObject({ error: { code: 'sides-missing' } });
});

test('R23: the small board has its own walls', () => {
  expect(formatDiagram(startPosition('short6'), 'walled')).toBe(
    [
      '  H---+---+---+---+---+---L',
      '6 |   | T | B | B | C |   |',
      '  +---+   +   +   +   +---+',
      '5 |       |   |   |       |',
      '  +---+---+   +   +---+---+',
      '4 |           |           |',
      '  +---+---+---+---+---+---+',
      '3 |           |           |',
      '  +---+---+   +   +---+---+',
      '2 |       |   |   |       |',
      '  +---+   +   +   +   +---+',
      '1 |   | c | b | b | t |   |',
      '  L---+---+---+---+---+---H',
      '    a   b   c   d   e   f',
    ].join('\n'),
  );
});

test('R23: a diagram can be drawn and parsed with the same pieces', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.array(fc.nat(), { maxLength: 100 }),
      fc.constantFrom(...DIAGRAM_STYLES),
      (start, path, style) => {
        const { position } = playChoices(someStart(start), path);
        if (position.out.length > 0) return; // diagrams do not show which sides are out
        const read = parseDiagram(formatDiagram(position, style));
        expect(read.ok && piecesBySquare(read.value)).toEqual(piecesBySquare(position));
      },
    ),
    { numRuns: 100 },
  );
});

test('a missing part is named', () => {
  expect(parseDiagram('')).toEqual({ ok: false, error: { code: 'no-board' } });
  expect(parseDiagram(plain.replace(/^.*\t5.*$/m, ''))).toEqual({
    ok: false,
    error: { code: 'rank-missing', rank: 5 },
  });
  expect(parseDiagram(plain.replace('\tA\tT', '\tA'))).toEqual({ ok: false, error: { code: 'rank-width', rank: 8 } });
  expect(parseDiagram(plain.replace('t', 'x'))).toMatchObject({ ok: false });
  expect(parseDiagram(walled.long.replace('| t |', '| e |'))).toEqual({
    ok: false,
    error: { code: 'unknown-letter', letter: 'e', square: 'a1' },
  });
  expect(parseDiagram(walled.long.replace('| t |', '| d |'))).toEqual({
    ok: false,
    error: { code: 'no-t', side: 'south' },
  });
});

test('a board of two sides that are not opposite has the letters of four seats', () => {
  const position = setUp('south', { a2: 'south T', g6: 'west T' });
  const read = parseDiagram(formatDiagram(position, 'walled'));
  expect(read).toEqual(parsePosition(formatPosition(position)));
});
