import { type BoardSize, level, type Square, squareAt, squareName, terraceOf } from './board.ts';
import { checkAnyPosition, type PositionRefusal } from './check.ts';
import { everything2Letter, pieceOfEverything2, pieceOfUsenet, USENET_COLOURS, usenetLetter } from './other-letters.ts';
import { type Piece, pieceLetter, pieceOfLetter } from './pieces.ts';
import { type Position, pieceAt, type Rules, STANDARD_RULES } from './position.ts';
import { err, ok, type Result } from './result.ts';
import type { Setup } from './setup.ts';
import { SIDES, type Side } from './sides.ts';
import { plainNotation } from './text/plain-notation.ts';

/**
 * `plain`: ranks from the top, tabs between squares. `walled`: with the walls between terraces (R23). `usenet`: colour
 * and size, `o` for an empty square. `everything2`: rank 1 on top, A for the largest size.
 */
export const DIAGRAM_STYLES = ['plain', 'walled', 'usenet', 'everything2'] as const;

export type DiagramStyle = (typeof DIAGRAM_STYLES)[number];

export type DiagramRefusal = DiagramSetupRefusal | PositionRefusal;

export type DiagramSetupRefusal =
  | { readonly code: 'no-board' } // does not start with a rank of 8 or 6 squares
  | { readonly code: 'rank-missing'; readonly rank: number }
  | { readonly code: 'rank-width'; readonly rank: number }
  | { readonly code: 'unknown-letter'; readonly letter: string; readonly square: string }
  /** Everything2's capitals name sizes only; without lower case, the sides are unknown. */
  | { readonly code: 'sides-missing' };

/** Draws a position. Three and four seats have rank numbers on both sides of the walled board, as the source does. */
export function formatDiagram(position: Position, style: DiagramStyle): string {
  const { size, seats } = position;
  const draw =
    (letterOf: (piece: Piece, seats: readonly Side[]) => string): Letter =>
    (square) => {
      const piece = pieceAt(position, square);
      return piece ? letterOf(piece, seats) : '';
    };
  switch (style) {
    case 'plain':
      return drawPlain(size, draw(pieceLetter));
    case 'walled':
      return drawWalled(size, draw(pieceLetter), seats.length > 2);
    case 'usenet':
      return drawUsenet(size, draw(usenetLetter), USENET_COLOURS[position.turn]);
    case 'everything2':
      return drawEverything2(size, draw(everything2Letter));
  }
}

type Letter = (square: Square) => string;

const files = (size: BoardSize): readonly string[] => [...'abcdefgh'.slice(0, size)];

const rankSquares = (size: BoardSize, rank: number): readonly Square[] =>
  files(size).flatMap((_, file) => squareAt(size, file, rank) ?? []);

const ranksDown = (size: BoardSize): readonly number[] => files(size).map((_, index) => size - 1 - index);

function drawPlain(size: BoardSize, letter: Letter): string {
  const rows = ranksDown(size).map((rank) => [rank + 1, ...rankSquares(size, rank).map((at) => letter(at) || '.')]);
  return [...rows, ['', ...files(size)]].map((row) => row.join('\t')).join('\n');
}

function drawWalled(size: BoardSize, letter: Letter, bothSides: boolean): string {
  const parted = (one: Square | undefined, other: Square | undefined): boolean =>
    one === undefined || other === undefined || terraceOf(size, one) !== terraceOf(size, other);
  const corner = (file: number, rank: number): string => {
    const square = squareAt(size, file, rank);
    return square !== undefined && level(size, square) === size ? 'H' : 'L';
  };
  const edge = (rank: number): string =>
    `  ${corner(0, rank)}${Array(size).fill('---').join('+')}${corner(size - 1, rank)}`;
  const lines = [edge(size - 1)];
  for (const rank of ranksDown(size)) {
    const row = rankSquares(size, rank);
    const cells = row.map((at, file) => ` ${letter(at).padEnd(2)}${parted(at, row[file + 1]) ? '|' : ' '}`);
    lines.push(`${rank + 1} |${cells.join('')}${bothSides ? ` ${rank + 1}` : ''}`);
    if (rank === 0) continue;
    const below = rankSquares(size, rank - 1);
    lines.push(`  +${row.map((at, file) => `${parted(at, below[file]) ? '---' : '   '}+`).join('')}`);
  }
  return [...lines, edge(0), `    ${files(size).join('   ')}`].join('\n');
}

/** As posted to rec.games.abstract in 1994, with a line for the side to move. */
function drawUsenet(size: BoardSize, letter: Letter, turn: string): string {
  const rows = ranksDown(size).map((rank) => {
    const cells = rankSquares(size, rank).map((at) => (letter(at) || 'o').padEnd(2));
    const mark = rank === size - 1 ? ' <-- low corner' : rank === 0 ? ' <-- high corner' : '';
    return `${rank + 1} ${cells.join(' ')}${mark}`.trimEnd();
  });
  return [...rows, `  ${files(size).join('  ')}`, `${turn} to move`].join('\n');
}

function drawEverything2(size: BoardSize, letter: Letter): string {
  const header = ` | ${files(size).join('  ').toUpperCase()}`;
  const rows = [...ranksDown(size)].reverse().map(
    (rank) =>
      `${rank + 1}| ${rankSquares(size, rank)
        .map((at) => (letter(at) || '.').padEnd(2))
        .join(' ')}`,
  );
  return [header, `-+${'-'.repeat(header.length - 2)}`, ...rows].map((row) => row.trimEnd()).join('\n');
}

/** The style of a text that `parseDiagram` reads. */
export function diagramStyle(text: string): DiagramStyle {
  const lines = plainNotation(text).split('\n');
  if (usenetRows(lines) !== undefined) return 'usenet';
  if (everything2Start(lines) !== undefined) return 'everything2';
  if (lines.flatMap((line) => readRow(line) ?? [])[0]?.rank === 1) return 'everything2';
  return text.includes('---') ? 'walled' : 'plain';
}

/** Parses any style; other text, such as the names of edges, is ignored (R23). */
export function parseDiagram(text: string, rules: Rules = STANDARD_RULES): Result<Position, DiagramRefusal> {
  const setup = parseDiagramSetup(text, rules);
  return setup.ok ? checkAnyPosition(setup.value) : setup;
}

/**
 * Parses any style (R23) without checking the position. Colours with sizes mark Usenet's grid, a rank 1 on top
 * Everything2's board, as do four bare rows of capitals from a T to a T: its start diagram. Without a line for it, White is to move on Usenet's grid, else the first seat.
 */
export function parseDiagramSetup(text: string, rules: Rules): Result<Setup, DiagramSetupRefusal> {
  const lines = plainNotation(text).split('\n');
  const usenet = usenetRows(lines);
  if (usenet !== undefined) {
    const turn = SIDES.find((side) => lines.some((line) => line.trim() === `${USENET_COLOURS[side]} to move`));
    return setupFrom(usenet, usenetSeats, pieceOfUsenet, rules, turn ?? 'north');
  }
  const rows = everything2Start(lines) ?? lines.flatMap((line) => readRow(line) ?? []);
  if (rows[0]?.rank !== 1) return setupFrom(rows, guessSeats, pieceOfLetter, rules);
  const letters = rows.flatMap(({ cells }) => cells);
  if (!letters.some((letter) => letter !== letter.toUpperCase())) return err({ code: 'sides-missing' });
  return setupFrom([...rows].reverse(), guessSeats, pieceOfEverything2, rules);
}

type Seats = (letters: readonly string[]) => readonly Side[];
type PieceOf = (letter: string, seats: readonly Side[]) => Piece | undefined;

/** @param turn the first seat if it has no seat */
function setupFrom(
  rows: readonly Row[],
  seatsOf: Seats,
  pieceOf: PieceOf,
  rules: Rules,
  turn?: Side,
): Result<Setup, DiagramSetupRefusal> {
  const size = rows[0]?.rank;
  if (size !== 8 && size !== 6) return err({ code: 'no-board' });
  const letters: { letter: string; square: Square }[] = [];
  for (const rank of ranksDown(size)) {
    const row: Row | undefined = rows[size - 1 - rank];
    if (row?.rank !== rank + 1) return err({ code: 'rank-missing', rank: rank + 1 });
    if (row.cells.length !== size) return err({ code: 'rank-width', rank: rank + 1 });
    const at = rankSquares(size, rank);
    row.cells.forEach((letter, file) => {
      const square = at[file];
      if (letter !== '' && square !== undefined) letters.push({ letter, square });
    });
  }
  const seats = seatsOf(letters.map(({ letter }) => letter));
  const pieces = new Map<Square, Piece>();
  for (const { letter, square } of letters) {
    const piece = pieceOf(letter, seats);
    if (!piece) return err({ code: 'unknown-letter', letter, square: squareName(size, square) });
    pieces.set(square, piece);
  }
  const first = turn !== undefined && seats.includes(turn) ? turn : (seats[0] ?? 'south');
  return ok({ size, rules, seats, out: [], turn: first, pieces, quiet: 0, ply: 1 });
}

/** Rows of `o` and colours with sizes, with or without their ranks; undefined if no row has a colour. */
function usenetRows(lines: readonly string[]): readonly Row[] | undefined {
  const found = lines.flatMap((line): { rank: number | undefined; cells: readonly string[] }[] => {
    if (line.length > MAX_LINE_LENGTH) return [];
    const [, rank, cells = ''] = /^\s*([1-8])?((?:\s*(?:o|[WBRU][1-4T])(?=\s|$))+)\s*(?:<--.*)?$/.exec(line) ?? [];
    const words = cells
      .trim()
      .split(/\s+/)
      .map((word) => (word === 'o' ? '' : word));
    return words.length < 6 ? [] : [{ rank: rank === undefined ? undefined : Number(rank), cells: words }];
  });
  if (!found.some(({ cells }) => cells.some((cell) => cell !== ''))) return undefined;
  return found.map(({ rank, cells }, index) => ({ rank: rank ?? found.length - index, cells }));
}

const usenetSeats: Seats = (letters) => {
  const seats = SIDES.filter((side) => letters.some((letter) => pieceOfUsenet(letter)?.side === side));
  return seats.length < 2 ? ['south', 'north'] : seats;
};

interface Row {
  readonly rank: number;
  readonly cells: readonly string[];
}

const MAX_LINE_LENGTH = 200; // characters; lines of a board are much shorter

function readRow(line: string): Row | undefined {
  if (line.length > MAX_LINE_LENGTH) return undefined;
  const [, fromTop, cells] = /^\s*([1-8])\|\s+(\S.*)$/.exec(line) ?? [];
  if (cells !== undefined) return { rank: Number(fromTop), cells: cells.trim().split(/\s+/).map(cellOf) };
  const walled = /^\s*([1-8]) \|(.*)$/.exec(line);
  if (walled) return readWalls(Number(walled[1]), walled[2] ?? '');
  const words = line.trim().split(/\s+/);
  const number = words.findIndex((word) => /^[1-8]$/.test(word));
  if (number < 0 || words.slice(0, number).some((word) => !/^[a-z]$/.test(word))) return undefined;
  return { rank: Number(words[number]), cells: words.slice(number + 1).map(cellOf) };
}

/** Everything2 prints a start position as the two ranks of each side, without ranks, files and sides. */
function everything2Start(lines: readonly string[]): readonly Row[] | undefined {
  const bare = lines.filter((line) => line.length <= MAX_LINE_LENGTH && /^\s*[A-DT](?:\s+[A-DT]){7}\s*$/.test(line));
  const [first, second, third, fourth, ...more] = bare.map((line) => line.trim().split(/\s+/));
  if (!first || !second || !third || !fourth || more.length > 0) return undefined;
  if (first[0] !== 'T' || fourth[7] !== 'T') return undefined;
  const south = [first, second].map((cells) => cells.map((letter) => letter.toLowerCase()));
  const empty = Array.from({ length: 4 }, () => Array<string>(8).fill(''));
  return [...south, ...empty, third, fourth].map((cells, index) => ({ rank: index + 1, cells }));
}

const cellOf = (word: string): string => (word === '.' ? '' : word);

/** Three characters per square, and one for a wall or none, up to the edge. */
function readWalls(rank: number, rest: string): Row {
  const cells: string[] = [];
  for (let at = 0; at + 3 < rest.length && '| '.includes(rest.charAt(at + 3)); at += 4) {
    cells.push(rest.slice(at, at + 3).trim());
    if (cells.length >= 6 && !rest.includes('|', at + 4)) break;
  }
  return { rank, cells };
}

/** With primes on the board, the sides that have those letters; else South and North (R5). */
function guessSeats(letters: readonly string[]): readonly Side[] {
  if (!letters.some((letter) => letter.endsWith("'"))) return ['south', 'north'];
  return SIDES.filter((side) => letters.some((letter) => pieceOfLetter(letter, SIDES)?.side === side));
}
