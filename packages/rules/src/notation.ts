import { parseSquare, squareName } from './board.ts';
import { explainIllegal, type Illegal } from './illegal.ts';
import type { Move } from './legal.ts';
import { type Piece, pieceLetter } from './pieces.ts';
import { type Position, pieceAt } from './position.ts';
import { err, ok, type Result } from './result.ts';
import type { Side } from './sides.ts';

/**
 * `official` `D-c5-b4:c` (R20), `numbered` with the ply `D-c5-b4:c#4` (R21), `numeric` `W4c5-b4:B3` (R22), and
 * `abstractplay` `4c5xb4` (`x` captures an opponent's piece, `*` an own one).
 */
export const NOTATIONS = ['official', 'numbered', 'numeric', 'abstractplay'] as const;

export type Notation = (typeof NOTATIONS)[number];

export type MoveRefusal =
  | { readonly code: 'unreadable' }
  | { readonly code: 'no-such-square'; readonly square: string }
  /** The text states another ply than the next one (R21). */
  | { readonly code: 'other-ply'; readonly said: number; readonly ply: number }
  /** A wrong letter, size or capture mark; `stands` is the letter of the piece on the square (R20). */
  | { readonly code: 'wrong-letter'; readonly said: string; readonly on: string; readonly stands: string | undefined }
  | { readonly code: 'illegal'; readonly why: Illegal };

/** Colour letters of the numeric notation (R22). */
const colours: Readonly<Record<Side, string>> = { north: 'W', south: 'B', west: 'R', east: 'U' };

const MAX_MOVE_LENGTH = 32; // characters: the longest move, with a ply of nine digits, has 25

const official = /^(?:([a-dt]'?)-)?([a-z]\d)-([a-z]\d)(?::([a-dt]'?))?$/i;
const numeric = /^([WBRU][1-4T])([a-z]\d)-([a-z]\d)(?::([WBRU][1-4T]))?$/;
const abstractplay = /^([1-4T])([a-z]\d)([-x*])([a-z]\d)$/;

interface MoveText {
  readonly from: string;
  readonly to: string;
  readonly mover: string | undefined;
  readonly victim: string | undefined;
  readonly call: (piece: Piece | undefined) => string | undefined;
  /** The same for the captured piece, if it differs. */
  readonly callVictim?: (piece: Piece | undefined) => string | undefined;
}

/** Parses a move in any notation and checks whether it is legal (R20 to R22). Whitespace around it is ignored. */
export function parseMove(position: Position, text: string): Result<Move, MoveRefusal> {
  if (text.length > MAX_MOVE_LENGTH) return err({ code: 'unreadable' });
  const [, body = '', ply] = /^\s*([^#\s]+)(?:#(\d{1,9}))?\s*$/.exec(text) ?? [];
  const said = readOfficial(position, body) ?? readNumeric(body) ?? readAbstractPlay(position, body);
  if (!said) return err({ code: 'unreadable' });
  const from = parseSquare(position.size, said.from);
  const to = parseSquare(position.size, said.to);
  if (from === undefined) return err({ code: 'no-such-square', square: said.from });
  if (to === undefined) return err({ code: 'no-such-square', square: said.to });
  if (ply !== undefined && Number(ply) !== position.ply) {
    return err({ code: 'other-ply', said: Number(ply), ply: position.ply });
  }
  const letterAt = (piece: Piece | undefined) => piece && pieceLetter(piece, position.seats);
  const mover = pieceAt(position, from);
  const victim = pieceAt(position, to);
  if (said.mover !== undefined && said.mover !== said.call(mover)) {
    return err({ code: 'wrong-letter', said: said.mover, on: said.from, stands: letterAt(mover) });
  }
  if (said.victim !== undefined && said.victim !== (said.callVictim ?? said.call)(victim)) {
    return err({ code: 'wrong-letter', said: said.victim, on: said.to, stands: letterAt(victim) });
  }
  const why = explainIllegal(position, from, to);
  return why ? err({ code: 'illegal', why }) : ok({ from, to });
}

/** Formats a legal move of this position (R20 to R22). */
export function formatMove(position: Position, { from, to }: Move, notation: Notation = 'official'): string {
  const mover = pieceAt(position, from);
  const victim = pieceAt(position, to);
  if (!mover) throw new Error(`no piece stands on ${squareName(position.size, from)}`);
  const start = squareName(position.size, from);
  const end = squareName(position.size, to);
  if (notation === 'abstractplay') return `${mover.size}${start}${mark(position, victim)}${end}`;
  if (notation === 'numeric') return `${number(mover)}${start}-${end}${victim ? `:${number(victim)}` : ''}`;
  const { seats, ply } = position;
  const capture = victim ? `:${pieceLetter(victim, seats)}` : '';
  return `${pieceLetter(mover, seats)}-${start}-${end}${capture}${notation === 'numbered' ? `#${ply}` : ''}`;
}

function readOfficial({ seats }: Position, body: string): MoveText | undefined {
  const [, mover, from, to, victim] = official.exec(body) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return { from, to, mover, victim, call: (piece) => piece && pieceLetter(piece, seats) };
}

function readNumeric(body: string): MoveText | undefined {
  const [, mover, from, to, victim] = numeric.exec(body) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return { from, to, mover, victim, call: (piece) => piece && number(piece) };
}

function readAbstractPlay(position: Position, body: string): MoveText | undefined {
  const [, mover, from, victim, to] = abstractplay.exec(body) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const call = (piece: Piece | undefined) => piece && (mover === 'T' && piece.t ? 'T' : String(piece.size));
  return { from, to, mover, victim, call, callVictim: (piece) => mark(position, piece) };
}

const number = (piece: Piece): string => `${colours[piece.side]}${piece.t ? 'T' : piece.size}`;

const mark = ({ turn }: Position, victim: Piece | undefined): string =>
  victim ? (victim.side === turn ? '*' : 'x') : '-';
