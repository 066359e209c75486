import type { GameId } from '@terrace/protocol';

/** Who looks at what, at any node. */
export type Audience = {
  /** Whether anybody has this game open. */
  isWatched(gameId: GameId): boolean;
  /** Whether somebody looks at featured games, and there is none that people play. */
  wantsExhibition(): boolean;
};
