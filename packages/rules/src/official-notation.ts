import { parseSquare, squareName } from './board.ts';
import { explainIllegal, type Illegal } from './illegal.ts';
import type { Move } from './legal.ts';
import { type Piece, pieceLetter } from './pieces.ts';
import { type Position, pieceAt } from './position.ts';
import { err, ok, type Result } from './result.ts';
import { type OddCharacter, oddCharacter, plainNotation } from './text/plain-notation.ts';

export type MoveRefusal =
  | { readonly code: 'unreadable' }
  /** Unreadable, and this character may be the reason. */
  | ({ readonly code: 'odd-character' } & OddCharacter)
  | { readonly code: 'no-such-square'; readonly square: string }
  /** The text states another ply than the next one (R21). */
  | { readonly code: 'other-ply'; readonly said: number; readonly ply: number }
  /** A wrong letter, size or capture mark; `stands` is the letter of the piece on the square (R20). */
  | { readonly code: 'wrong-letter'; readonly said: string; readonly on: string; readonly stands: string | undefined }
  | { readonly code: 'illegal'; readonly why: Illegal };

const MAX_MOVE_LENGTH = 32; // characters: the longest move, with a ply of nine digits, has 25

/** A phone may write the first letter of a line as a capital; two capital squares are Everything2's. */
const official = /^(?:([a-dA-DtT]'?)-)?([a-zA-H]\d)-([a-z]\d)(?::([a-dA-DtT]'?))?$/;
export interface MoveText {
  readonly from: string;
  readonly to: string;
  readonly mover: string | undefined;
  readonly victim: string | undefined;
  readonly call: (piece: Piece | undefined) => string | undefined;
  /** The same for the captured piece, if it differs. */
  readonly callVictim?: (piece: Piece | undefined) => string | undefined;
  /** Whether a capital letter may name only the size. */
  readonly bySize?: boolean;
  /** Names a piece in a refusal. The default is its official letter. */
  readonly stands?: (piece: Piece | undefined) => string | undefined;
}

type MoveReader = (position: Position, body: string) => MoveText | undefined;

/**
 * Parses a move in the first notation that reads it, and checks whether it is legal. Whitespace around it is ignored,
 * and typographic characters are read as what they mean.
 */
export function readMove(position: Position, given: string, readers: readonly MoveReader[]): Result<Move, MoveRefusal> {
  if (given.length > MAX_MOVE_LENGTH) return err({ code: 'unreadable' });
  const text = plainNotation(given);
  const [, body = '', ply] = /^\s*([^#\s]+)(?:#(\d{1,9}))?\s*$/.exec(text) ?? [];
  const said = readers.map((read) => read(position, body)).find((each) => each !== undefined);
  if (!said) {
    const odd = oddCharacter(given);
    return err(odd === undefined ? { code: 'unreadable' } : { code: 'odd-character', ...odd });
  }
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

/** Parses a move in the official notation (R20, R21), and checks whether it is legal. */
export const parseOfficialMove = (position: Position, text: string): Result<Move, MoveRefusal> =>
  readMove(position, text, [readOfficial]);

/** What the text of a legal move consists of. */
export function partsOf(position: Position, { from, to }: Move) {
  const mover = pieceAt(position, from);
  if (!mover) throw new Error(`no piece stands on ${squareName(position.size, from)}`);
  return {
    mover,
    victim: pieceAt(position, to),
    start: squareName(position.size, from),
    end: squareName(position.size, to),
  };
}

/** Formats a legal move of this position in the official notation (R20). */
export function formatOfficialMove(position: Position, move: Move): string {
  const { mover, victim, start, end } = partsOf(position, move);
  const capture = victim ? `:${pieceLetter(victim, position.seats)}` : '';
  return `${pieceLetter(mover, position.seats)}-${start}-${end}${capture}`;
}

const officialLetter =
  ({ seats }: Position) =>
  (piece: Piece | undefined): string | undefined =>
    piece && pieceLetter(piece, seats);

/** Everything2 writes capital squares in either order: F1 or 1F. */
const squareOf = ({ size }: Position, text: string) =>
  parseSquare(size, /[A-H]/.test(text) ? [...text.toLowerCase()].sort().reverse().join('') : text);

export function readOfficial(position: Position, body: string): MoveText | undefined {
  const [, mover, from, to, victim] = official.exec(body) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return { from, to, mover, victim, call: officialLetter(position), bySize: true };
}

const SIZES = 'ABCD';

/** Whether a capital letter without a prime names the size of a piece of either side: `D`, as on mail servers. */
const isSizeLetter = (text: string, piece: Piece | undefined): boolean =>
  piece !== undefined && text === (piece.t ? 'T' : SIZES.charAt(piece.size - 1));
