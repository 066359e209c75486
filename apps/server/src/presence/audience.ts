import type { GameId, PlayerId } from '@terrace/protocol';
import type { Bus } from '../runtime/nodes.ports.ts';
import type { GameConnections } from './game-connections.ts';

/** A node that was silent for longer may stand still: every node sends something each second. */
const UNHEARD_AFTER_MS = 1_500;

/**
 * Where a player is connected to a game: to this node; to another one; or only to nodes of which nothing has been heard for a
 * moment, since they stand still, are cut off or have died; or to none.
 */
type Whereabouts = 'here' | 'elsewhere' | 'unheard' | 'nowhere';

export type WhereIs = (gameId: GameId, player: PlayerId) => Whereabouts;

export const createWhereIs =
  (bus: Pick<Bus, 'node' | 'silentMs'>, connections: Pick<GameConnections, 'nodesOf'>): WhereIs =>
  (gameId, player) => {
    const at = connections.nodesOf(gameId, player);
    if (at.length === 0) return 'nowhere';
    if (at.includes(bus.node)) return 'here';
    return at.some((node) => bus.silentMs(node) < UNHEARD_AFTER_MS) ? 'elsewhere' : 'unheard';
  };

/** Whether games are watched, at any node. */
export type Audience = {
  isWatched(gameId: GameId): boolean;
  /** Whether somebody looks at featured games, and there is none that people play. */
  wantsExhibition(): boolean;
};
