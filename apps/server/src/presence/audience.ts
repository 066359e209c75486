import type { GameId, PlayerId } from '@terrace/protocol';
import type { Bus } from '../runtime/nodes.ports.ts';
import type { GameConnections } from './game-connections.ts';

/** A node that was silent for longer may stand still: every node sends something each second. */
const SILENT_AFTER_MS = 1_500;

/**
 * Where a player is connected to a game: to this node; to another one; or only to nodes of which nothing has been heard for a
 * moment, since they stand still, are cut off or have died; or to none.
 */
type PlayerLocation = 'here' | 'elsewhere' | 'unreachable' | 'nowhere';

export type LocatePlayer = (gameId: GameId, player: PlayerId) => PlayerLocation;

export const createLocatePlayer =
  (bus: Pick<Bus, 'node' | 'silentMs'>, connections: Pick<GameConnections, 'nodesOf'>): LocatePlayer =>
  (gameId, player) => {
    const at = connections.nodesOf(gameId, player);
    if (at.length === 0) return 'nowhere';
    if (at.includes(bus.node)) return 'here';
    return at.some((node) => bus.silentMs(node) < SILENT_AFTER_MS) ? 'elsewhere' : 'unreachable';
  };

/** Whether games are watched, at any node. */
export type Audience = {
  isWatched(gameId: GameId): boolean;
  /** Whether somebody looks at featured games, and there is none that people play. */
  wantsExhibition(): boolean;
};
