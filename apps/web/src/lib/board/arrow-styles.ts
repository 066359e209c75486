import type { Arrow } from './board-state.ts';

/** A core on a wider outline, in board units; inks belong to the board's theme. */
export type ArrowStyle = {
  readonly core: number;
  readonly casing: number;
  readonly ink: 'sun' | 'target' | 'paper';
  readonly ground: 'case' | 'ground';
  readonly dash?: readonly [number, number];
};

/** The best move is the boldest; the played move and threats are dashed. */
export const ARROW_STYLES: Readonly<Record<Arrow['kind'], ArrowStyle>> = {
  best: { core: 8, casing: 13, ink: 'sun', ground: 'case' },
  other: { core: 5, casing: 9, ink: 'sun', ground: 'case' },
  made: { core: 5, casing: 9, ink: 'target', ground: 'ground', dash: [12, 9] },
  threat: { core: 6, casing: 11, ink: 'paper', ground: 'case', dash: [4, 12] },
};
