/** A second, slow and literal implementation of the rulebook, against which tests compare the fast one. */

import { SETUPS, type SetupName } from '../named-setups.ts';
import type { Piece } from '../pieces.ts';
import type { Rules } from '../position.ts';
import type { Side } from '../sides.ts';

export interface Coordinates {
  readonly file: number;
  readonly rank: number;
}

export interface ReferenceMove {
  readonly from: Coordinates;
  readonly to: Coordinates;
}

export interface ReferenceGame {
  readonly size: number;
  readonly rules: Rules;
  readonly seats: readonly Side[];
  readonly out: readonly Side[];
  readonly turn: Side;
  /** Ranks from South's edge, files from South's left. */
  readonly board: readonly (readonly (Piece | undefined)[])[];
  readonly quiet: number;
  readonly winner: Side | undefined;
}

const clockwise: readonly Side[] = ['south', 'west', 'north', 'east'];

/** R2. */
const levelOf = (size: number, { file, rank }: Coordinates): number =>
  Math.min(Math.max(file, rank), Math.max(size - 1 - file, size - 1 - rank)) + 1;

const pieceOn = (game: ReferenceGame, { file, rank }: Coordinates): Piece | undefined => game.board[rank]?.[file];

const sameSpot = (one: Coordinates, other: Coordinates): boolean => one.file === other.file && one.rank === other.rank;

const everySpot = (size: number): readonly Coordinates[] =>
  Array.from({ length: size * size }, (_, index) => ({ file: index % size, rank: Math.floor(index / size) }));

const spots: Readonly<Record<number, readonly Coordinates[]>> = { 6: everySpot(6), 8: everySpot(8) };
const spotsOf = (size: number): readonly Coordinates[] => spots[size] ?? [];

const touching = (one: Coordinates, other: Coordinates): boolean =>
  !sameSpot(one, other) && Math.abs(one.file - other.file) <= 1 && Math.abs(one.rank - other.rank) <= 1;

const inLine = (one: Coordinates, other: Coordinates): boolean => one.file === other.file || one.rank === other.rank;

/** R12. */
const isGoal = (size: number, side: Side, { file, rank }: Coordinates): boolean =>
  side === 'south' || side === 'west' ? file === size - 1 && rank === size - 1 : file === 0 && rank === 0;

/** R6: flood fill from the piece over its own level, without entering squares that block it. */
function slidesTo(game: ReferenceGame, from: Coordinates, piece: Piece): readonly Coordinates[] {
  const reached: Coordinates[] = [from];
  for (const at of reached) {
    for (const [file, rank] of [
      [at.file - 1, at.rank],
      [at.file + 1, at.rank],
      [at.file, at.rank - 1],
      [at.file, at.rank + 1],
    ] as const) {
      const next = { file, rank };
      if (file < 0 || rank < 0 || file >= game.size || rank >= game.size) continue;
      if (levelOf(game.size, next) !== levelOf(game.size, from) || reached.some((seen) => sameSpot(seen, next)))
        continue;
      const there = pieceOn(game, next);
      if (there && there.side !== piece.side) continue;
      if (there && game.rules.sliding === 'not-larger' && there.size > piece.size) continue;
      reached.push(next);
    }
  }
  return reached.filter((spot) => !pieceOn(game, spot));
}

function mayCapture(game: ReferenceGame, from: Coordinates, to: Coordinates, piece: Piece, victim: Piece): boolean {
  if (!touching(from, to)) return false;
  const rise = levelOf(game.size, to) - levelOf(game.size, from);
  const diagonally = !inLine(from, to);
  if (game.rules.capture === 'standard') return diagonally && rise === -1 && victim.size <= piece.size; // R9
  if (diagonally) return rise === -1 && piece.size >= victim.size - 1; // R10 from here
  const largest = game.size === 8 ? 4 : 3;
  if (rise === 1) return piece.size > victim.size || (piece.size === 1 && victim.size === largest);
  return rise === 0 && piece.size >= victim.size;
}

function mayStep(game: ReferenceGame, from: Coordinates, to: Coordinates): boolean {
  if (!touching(from, to)) return false;
  const rise = levelOf(game.size, to) - levelOf(game.size, from);
  return rise === 1 || (rise === -1 && inLine(from, to)); // R7, R8
}

/** No side has won and quiet plies remain; does not check whether there is a move. */
const goesOn = (game: ReferenceGame): boolean => !game.winner && game.quiet < 100 * game.seats.length;

export function referenceMoves(game: ReferenceGame): readonly ReferenceMove[] {
  if (!goesOn(game)) return [];
  const moves: ReferenceMove[] = [];
  for (const from of spotsOf(game.size)) {
    const piece = pieceOn(game, from);
    if (!piece || piece.side !== game.turn) continue;
    const slides = slidesTo(game, from, piece);
    for (const to of spotsOf(game.size)) {
      if (sameSpot(from, to)) continue;
      const victim = pieceOn(game, to);
      const may = victim
        ? mayCapture(game, from, to, piece, victim)
        : mayStep(game, from, to) || slides.some((spot) => sameSpot(spot, to));
      if (may) moves.push({ from, to });
    }
  }
  return moves;
}

export function referencePlay(game: ReferenceGame, { from, to }: ReferenceMove): ReferenceGame {
  const piece = pieceOn(game, from);
  const victim = pieceOn(game, to);
  if (!piece) throw new Error('nothing stands there');
  const board = game.board.map((row, rank) =>
    row.map((there, file) => {
      const here = { file, rank };
      return sameSpot(here, from) ? undefined : sameSpot(here, to) ? piece : there;
    }),
  );
  const arrived = piece.t && isGoal(game.size, piece.side, to);
  const moved = { ...game, board, quiet: victim ? 0 : game.quiet + 1, winner: arrived ? piece.side : undefined };
  const left = victim?.t ? takeOut(moved, victim.side) : moved;
  return { ...left, turn: nextAfter(left, game.turn) };
}

/** R15; the turn passes only if it was the leaver's. */
export function referenceRemove(game: ReferenceGame, side: Side): ReferenceGame {
  if (game.winner || game.out.includes(side) || !game.seats.includes(side)) return game;
  const left = takeOut(game, side);
  return game.turn === side ? { ...left, turn: nextAfter(left, side) } : left;
}

/** R14: out and, if play continues, off the board. */
function takeOut(game: ReferenceGame, side: Side): ReferenceGame {
  const out = clockwise.filter((one) => one === side || game.out.includes(one));
  const left = game.seats.filter((one) => !out.includes(one));
  const quiet = 0;
  if (game.winner) return { ...game, out, quiet };
  if (left.length === 1) return { ...game, out, quiet, winner: left[0] };
  return {
    ...game,
    out,
    quiet,
    board: game.board.map((row) => row.map((piece) => (piece?.side === side ? undefined : piece))),
  };
}

/** R11, R14. */
function nextAfter(game: ReferenceGame, side: Side): Side {
  const order = [...clockwise, ...clockwise];
  const rest = order.slice(order.indexOf(side) + 1);
  return rest.find((one) => game.seats.includes(one) && !game.out.includes(one)) ?? side;
}

export function referencePerft(game: ReferenceGame, depth: number): number {
  if (depth === 0) return 1;
  const moves = referenceMoves(game);
  if (depth === 1) return moves.length;
  return moves.reduce((sum, move) => sum + referencePerft(referencePlay(game, move), depth - 1), 0);
}

/** Sets up a game by R5 and the rulebook's table of setups, with its own parser. */
export function referenceStart(setup: SetupName, rules: Rules): ReferenceGame {
  const { size, seats, placement } = SETUPS[setup];
  const board = placement
    .split('/')
    .reverse()
    .map((row) =>
      (row.match(/\d|[a-zA-Z]'?/g) ?? []).flatMap((text) =>
        /\d/.test(text) ? Array<undefined>(Number(text)).fill(undefined) : [referencePiece(text, seats.length)],
      ),
    );
  return { size, rules, seats, out: [], turn: 'south', board, quiet: 0, winner: undefined };
}

function referencePiece(text: string, players: number): Piece {
  const upper = /[A-Z]/.test(text);
  const prime = text.includes("'");
  const side = prime ? (upper ? 'west' : 'north') : upper ? (players === 2 ? 'north' : 'east') : 'south';
  const letter = text.charAt(0).toLowerCase();
  const sizes = { t: 1, a: 1, b: 2, c: 3, d: 4 } as const;
  if (letter !== 't' && letter !== 'a' && letter !== 'b' && letter !== 'c' && letter !== 'd') throw new Error(text);
  return { side, size: sizes[letter], t: letter === 't' };
}
