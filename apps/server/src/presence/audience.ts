import type { GameId, PlayerId } from '@terrace/protocol';

/**
 * Where a player is connected to a game: to this node; to another one; or only to nodes of which nothing has been heard for a
 * moment, since they stand still, are cut off or have died; or to none.
 */
export type Whereabouts = 'here' | 'elsewhere' | 'unheard' | 'nowhere';

/** Who looks at what, at any node. */
export type Audience = {
  /** Whether anybody has this game open. */
  isWatched(gameId: GameId): boolean;
  whereIs(gameId: GameId, player: PlayerId): Whereabouts;
  /** Whether somebody looks at featured games, and there is none that people play. */
  wantsExhibition(): boolean;
};
