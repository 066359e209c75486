import type { BoardState } from '#lib/board/board-state.ts';

/** A board on which a player tries moves of their own game. It replaces the game's board and sends nothing. */
export type ExploredBoard = {
  readonly board: BoardState;
  /** Plays a typed move (R20). */
  play(written: string): void;
  /** @returns whether the key steps through the tried moves */
  step(key: string): boolean;
  /** Deselects. @returns whether a piece was selected */
  cancel(): boolean;
};
