import type { Move } from './legal.ts';
import {
  formatOfficialMove,
  type MoveRefusal,
  type MoveText,
  partsOf,
  readMove,
  readOfficial,
} from './official-notation.ts';
import { everything2Size, usenetLetter } from './other-letters.ts';
import type { Piece } from './pieces.ts';
import type { Position } from './position.ts';
import type { Result } from './result.ts';

/**
 * `official` `D-c5-b4:c` (R20), `numbered` with the ply `D-c5-b4:c#4` (R21), `numeric` `W4c5-b4:B3` as on Usenet (R22),
 * `everything2-moves` `A-C5-B4:B` (capital squares mark it: A is the largest size), and `abstractplay` `4c5xb4` (`x` captures
 * an opponent's piece, `*` an own one).
 */
export const NOTATIONS = ['official', 'numbered', 'numeric', 'everything2-moves', 'abstractplay'] as const;

export type Notation = (typeof NOTATIONS)[number];

const numeric = /^([WBRU][1-4T])([a-z]\d)-([a-z]\d)(?::([WBRU][1-4T]))?$/;
const everything2 = /^(?:([A-DT])-)?([A-H]\d|\d[A-H])-([A-H]\d|\d[A-H])(?::([A-DT]))?$/;
const abstractplay = /^([1-4T])([a-z]\d)([-x*])([a-z]\d)$/;

/** Parses a move in any notation and checks whether it is legal (R20 to R22). Whitespace around it is ignored. */
export const parseMove = (position: Position, text: string): Result<Move, MoveRefusal> =>
  readMove(position, text, [readEverything2, readOfficial, readNumeric, readAbstractPlay]);

/** Formats a legal move of this position (R20 to R22). */
export function formatMove(position: Position, move: Move, notation: Notation = 'official'): string {
  if (notation === 'official') return formatOfficialMove(position, move);
  if (notation === 'numbered') return `${formatOfficialMove(position, move)}#${position.ply}`;
  const { mover, victim, start, end } = partsOf(position, move);
  if (notation === 'abstractplay') return `${mover.size}${start}${mark(position, victim)}${end}`;
  if (notation === 'numeric') return `${usenetLetter(mover)}${start}-${end}${victim ? `:${usenetLetter(victim)}` : ''}`;
  const taken = victim ? `:${everything2Size(victim)}` : '';
  return `${everything2Size(mover)}-${start.toUpperCase()}-${end.toUpperCase()}${taken}`;
}

/** Capital squares are the mark of Everything2, whose sizes run the other way. */
function readEverything2(_: Position, body: string): MoveText | undefined {
  const [, mover, from, to, victim] = everything2.exec(body) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const call = (piece: Piece | undefined) => piece && everything2Size(piece);
  return { from, to, mover, victim, call, stands: call };
}

function readNumeric(_: Position, body: string): MoveText | undefined {
  const [, mover, from, to, victim] = numeric.exec(body) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return { from, to, mover, victim, call: (piece) => piece && usenetLetter(piece) };
}

function readAbstractPlay(position: Position, body: string): MoveText | undefined {
  const [, mover, from, victim, to] = abstractplay.exec(body) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const call = (piece: Piece | undefined) => piece && (mover === 'T' && piece.t ? 'T' : String(piece.size));
  return { from, to, mover, victim, call, callVictim: (piece) => mark(position, piece) };
}

const mark = ({ turn }: Position, victim: Piece | undefined): string =>
  victim ? (victim.side === turn ? '*' : 'x') : '-';
