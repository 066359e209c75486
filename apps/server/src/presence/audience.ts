import type { GameId, PlayerId } from '@terrace/protocol';
import type { Bus } from '../runtime/nodes.ports.ts';
import type { GameConnections } from './game-connections.ts';

/** Every node sends at least one message a second, so a node silent for longer may have stalled. */
const SILENT_AFTER_MS = 1_500;

/** `unreachable` means only on silent nodes, which have stalled, lost their connection or died. */
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

export type Audience = {
  isWatched(gameId: GameId): boolean;
  wantsExhibition(): boolean;
};
