import { type Position, pieceAt, type Square } from '@terrace/rules';
import type { MoveTrace, PlacedPiece } from './board-state.ts';

export type NewMove = {
  readonly trace: MoveTrace;
  readonly travels: boolean;
  readonly captured: PlacedPiece | undefined;
};

/** Distinguishes a new move from navigation within the game. */
export class MoveDetector {
  /** Target of the last drag and drop: that piece is already in place, so it is not animated. */
  dropped: Square | undefined;
  #before: { position: Position; number: number } | undefined;

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
