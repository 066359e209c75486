import { type Position, pieceAt, type Square } from '@terrace/rules';
import type { MoveTrace, PlacedPiece } from './board-state.ts';

/** A move that was just made: whether its piece is animated, and what it captured. */
export type NewMove = {
  readonly trace: MoveTrace;
  readonly travels: boolean;
  readonly captured: PlacedPiece | undefined;
};

/** Tells a move that was just made from a change to another moment of the game. */
export class MoveDetector {
  /** The square a piece was just put down on by hand: it is there already and does not travel. */
  dropped: Square | undefined;
  /** What stood here before, to know what a move takes. */
  #before: { position: Position; number: number } | undefined;

  /** What a position with its last move is, after the one before: a move on from it, the same moment, or another. */
  update(position: Position, last: MoveTrace | undefined): NewMove | 'same' | 'other' {
    const earlier = this.#before;
    const number = last?.number ?? 0;
    this.#before = { position, number };
    if (earlier?.number === number) return 'same';
    if (earlier === undefined || last === undefined || number !== earlier.number + 1) return 'other';
    const piece = pieceAt(earlier.position, last.to);
    const travels = this.dropped !== last.to;
    this.dropped = undefined;
    return { trace: last, travels, captured: piece && { square: last.to, piece } };
  }
}
