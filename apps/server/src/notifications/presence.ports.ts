import type { GameId, PlayerId } from '@terrace/protocol';

/** Where a player is right now, on any device and any node. */
type Whereabouts = {
  /** The game is open and visible in front of the player. */
  readonly isVisible: boolean;
  /** The player's page is at the game; always false without `asksBoard`. */
  readonly isAtGame: boolean;
  /** Any page of the player is open. */
  readonly isOnline: boolean;
};

/**
 * Asks play. Without an answer, the player is nowhere and is notified.
 * @param asksBoard whether `isAtGame` is needed, which takes a request to all nodes
 */
export type Attention = (player: PlayerId, gameId: GameId, asksBoard: boolean) => Promise<Whereabouts>;
