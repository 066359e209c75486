import { parseSquare, squareName } from './board.ts';
import { explainIllegal, type Illegal } from './illegal.ts';
import type { Move } from './legal.ts';
import { everything2Size, isSizeLetter, usenetLetter } from './other-letters.ts';
import { type Piece, pieceLetter } from './pieces.ts';
import { type Position, pieceAt } from './position.ts';
import { err, ok, type Result } from './result.ts';

/**
 * `official` `D-c5-b4:c` (R20), `numbered` with the ply `D-c5-b4:c#4` (R21), `numeric` `W4c5-b4:B3` as on Usenet (R22),
 * `everything2-moves` `A-C5-B4:B` (capital squares mark it: A is the largest size), and `abstractplay` `4c5xb4` (`x` captures
 * an opponent's piece, `*` an own one).
 */
export const NOTATIONS = ['official', 'numbered', 'numeric', 'everything2-moves', 'abstractplay'] as const;

export type Notation = (typeof NOTATIONS)[number];

export type MoveRefusal =
  | { readonly code: 'unreadable' }
  | { readonly code: 'no-such-square'; readonly square: string }
  /** The text states another ply than the next one (R21). */
  | { readonly code: 'other-ply'; readonly said: number; readonly ply: number }
  /** A wrong letter, size or capture mark; `stands` is the letter of the piece on the square (R20). */
  | { readonly code: 'wrong-letter'; readonly said: string; readonly on: string; readonly stands: string | undefined }
  | { readonly code: 'illegal'; readonly why: Illegal };

const MAX_MOVE_LENGTH = 32; // characters: the longest move, with a ply of nine digits, has 25

const official = /^(?:([a-dA-DtT]'?)-)?([a-z]\d)-([a-z]\d)(?::([a-dA-DtT]'?))?$/;
const numeric = /^([WBRU][1-4T])([a-z]\d)-([a-z]\d)(?::([WBRU][1-4T]))?$/;
const everything2 = /^(?:([A-DT])-)?([A-H]\d|\d[A-H])-([A-H]\d|\d[A-H])(?::([A-DT]))?$/;
const abstractplay = /^([1-4T])([a-z]\d)([-x*])([a-z]\d)$/;

interface MoveText {
  readonly from: string;
  readonly to: string;
  readonly mover: string | undefined;
  readonly victim: string | undefined;
  readonly call: (piece: Piece | undefined) => string | undefined;
  /** The same for the captured piece, if it differs. */
  readonly callVictim?: (piece: Piece | undefined) => string | undefined;
  /** Whether a capital letter may name only the size. */
  readonly bySize?: boolean;
  /** Names a piece in a refusal; the official letter without it. */
  readonly stands?: (piece: Piece | undefined) => string | undefined;
}

/** Parses a move in any notation and checks whether it is legal (R20 to R22). Whitespace around it is ignored. */
export function parseMove(position: Position, text: string): Result<Move, MoveRefusal> {
  if (text.length > MAX_MOVE_LENGTH) return err({ code: 'unreadable' });
  const [, body = '', ply] = /^\s*([^#\s]+)(?:#(\d{1,9}))?\s*$/.exec(text) ?? [];
  const said =
    readEverything2(body) ?? readOfficial(position, body) ?? readNumeric(body) ?? readAbstractPlay(position, body);
  if (!said) return err({ code: 'unreadable' });
  const [from, to] = [squareOf(position, said.from), squareOf(position, said.to)];
  if (from === undefined) return err({ code: 'no-such-square', square: said.from });
  if (to === undefined) return err({ code: 'no-such-square', square: said.to });
  if (ply !== undefined && Number(ply) !== position.ply) {
    return err({ code: 'other-ply', said: Number(ply), ply: position.ply });
  }
  const mover = pieceAt(position, from);
  const victim = pieceAt(position, to);
  const stands = (piece: Piece | undefined) => (said.stands ?? officialLetter(position))(piece);
  // By size alone, except an own piece that would be captured: its letter must show that this is meant.
  const isMeant = (letter: string, piece: Piece | undefined) => said.bySize === true && isSizeLetter(letter, piece);
  if (said.mover !== undefined && said.mover !== said.call(mover) && !isMeant(said.mover, mover)) {
    return err({ code: 'wrong-letter', said: said.mover, on: said.from, stands: stands(mover) });
  }
  const isSized = said.victim !== undefined && victim?.side !== position.turn && isMeant(said.victim, victim);
  if (said.victim !== undefined && said.victim !== (said.callVictim ?? said.call)(victim) && !isSized) {
    return err({ code: 'wrong-letter', said: said.victim, on: said.to, stands: stands(victim) });
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
  if (notation === 'numeric') return `${usenetLetter(mover)}${start}-${end}${victim ? `:${usenetLetter(victim)}` : ''}`;
  if (notation === 'everything2-moves') {
    const taken = victim ? `:${everything2Size(victim)}` : '';
    return `${everything2Size(mover)}-${start.toUpperCase()}-${end.toUpperCase()}${taken}`;
  }
  const { seats, ply } = position;
  const capture = victim ? `:${pieceLetter(victim, seats)}` : '';
  return `${pieceLetter(mover, seats)}-${start}-${end}${capture}${notation === 'numbered' ? `#${ply}` : ''}`;
}

const officialLetter =
  ({ seats }: Position) =>
  (piece: Piece | undefined): string | undefined =>
    piece && pieceLetter(piece, seats);

/** Everything2 writes capital squares in either order: F1 or 1F. */
const squareOf = ({ size }: Position, text: string) =>
  parseSquare(size, /[A-H]/.test(text) ? [...text.toLowerCase()].sort().reverse().join('') : text);

function readOfficial(position: Position, body: string): MoveText | undefined {
  const [, mover, from, to, victim] = official.exec(body) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return { from, to, mover, victim, call: officialLetter(position), bySize: true };
}

/** Capital squares are the mark of Everything2, whose sizes run the other way. */
function readEverything2(body: string): MoveText | undefined {
  const [, mover, from, to, victim] = everything2.exec(body) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const call = (piece: Piece | undefined) => piece && everything2Size(piece);
  return { from, to, mover, victim, call, stands: call };
}

function readNumeric(body: string): MoveText | undefined {
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
