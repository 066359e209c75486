import type { GameId } from '@terrace/protocol';

/** Who looks at what through this server. */
export type Audience = {
  /** Whether anybody has this game open. */
  isWatched(gameId: GameId): boolean;
  /** Whether anybody looks at featured games, in the lobby or where all live games are. */
  isLobbyWatched(): boolean;
};
