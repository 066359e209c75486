import { type BoardSize, level, type Square, squareAt, squareName, terraceOf } from './board.ts';
import { checkAnyPosition, type PositionRefusal } from './check.ts';
import { type Piece, pieceLetter, pieceOfLetter } from './pieces.ts';
import { type Position, pieceAt, type Rules, STANDARD_RULES } from './position.ts';
import { err, ok, type Result } from './result.ts';
import type { Setup } from './setup.ts';
import { SIDES, type Side } from './sides.ts';

/** `plain`: ranks from the top, tabs between squares. `walled`: with the walls between terraces (R23). */
export const DIAGRAM_STYLES = ['plain', 'walled'] as const;

export type DiagramStyle = (typeof DIAGRAM_STYLES)[number];

export type DiagramRefusal = DiagramSetupRefusal | PositionRefusal;

export type DiagramSetupRefusal =
  | { readonly code: 'no-board' } // does not start with a rank of 8 or 6 squares
  | { readonly code: 'rank-missing'; readonly rank: number }
  | { readonly code: 'rank-width'; readonly rank: number }
  | { readonly code: 'unknown-letter'; readonly letter: string; readonly square: string };

/** Draws a position. Three and four seats have rank numbers on both sides of the walled board, as the source does. */
export function formatDiagram(position: Position, style: DiagramStyle): string {
  const { size, seats } = position;
  const letter = (square: Square): string => {
    const piece = pieceAt(position, square);
    return piece ? pieceLetter(piece, seats) : '';
  };
  return style === 'plain' ? drawPlain(size, letter) : drawWalled(size, letter, seats.length > 2);
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

/** Parses either style; other text, such as the names of edges, is ignored (R23). */
export function parseDiagram(text: string, rules: Rules = STANDARD_RULES): Result<Position, DiagramRefusal> {
  const setup = parseDiagramSetup(text, rules);
  return setup.ok ? checkAnyPosition(setup.value) : setup;
}

/** Parses either style (R23) without checking the position. The first seat is to move. */
export function parseDiagramSetup(text: string, rules: Rules): Result<Setup, DiagramSetupRefusal> {
  const rows = text.split('\n').flatMap((line) => readRow(line) ?? []);
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
  const seats = guessSeats(letters.map(({ letter }) => letter));
  const pieces = new Map<Square, Piece>();
  for (const { letter, square } of letters) {
    const piece = pieceOfLetter(letter, seats);
    if (!piece) return err({ code: 'unknown-letter', letter, square: squareName(size, square) });
    pieces.set(square, piece);
  }
  return ok({ size, rules, seats, out: [], turn: seats[0] ?? 'south', pieces, quiet: 0, ply: 1 });
}

interface Row {
  readonly rank: number;
  readonly cells: readonly string[];
}

const MAX_LINE_LENGTH = 200; // characters; lines of a board are much shorter

function readRow(line: string): Row | undefined {
  if (line.length > MAX_LINE_LENGTH) return undefined;
  const walled = /^\s*([1-8]) \|(.*)$/.exec(line);
  if (walled) return readWalls(Number(walled[1]), walled[2] ?? '');
  const words = line.trim().split(/\s+/);
  const number = words.findIndex((word) => /^[1-8]$/.test(word));
  if (number < 0 || words.slice(0, number).some((word) => !/^[a-z]$/.test(word))) return undefined;
  return { rank: Number(words[number]), cells: words.slice(number + 1).map((word) => (word === '.' ? '' : word)) };
}

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
