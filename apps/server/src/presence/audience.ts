import { type GameId, SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import type { Cluster } from '../cluster/cluster.ts';

/** How often to tell the other nodes whether somebody at this one looks at featured games, in ms. */
const LOOK_EVERY_MS = SECOND_MS;

/** Who looks at what. */
export type Audience = {
  /** Whether anybody connected to this node has this game open. */
  isWatched(gameId: GameId): boolean;
  /** Whether somebody at any node looks at featured games, and there is none that people play. */
  wantsExhibition(): boolean;
};

type Services = {
  readonly cluster: Pick<Cluster, 'bus' | 'state'>;
  readonly isWatched: Audience['isWatched'];
  /** Whether somebody connected to this node looks at featured games. */
  readonly isLookedAtHere: () => boolean;
  /** How many games people play. */
  readonly countLive: () => number;
};

/** Who looks at what, each node telling the others whether it has any who look at featured games. */
export function createAudience({ cluster, isWatched, isLookedAtHere, countLive }: Services) {
  const looks = cluster.state.map('looks', z.object({}));
  const timer = setInterval(() => {
    if (!isLookedAtHere()) looks.delete('featured', '');
    else if (!looks.get('featured', '').has(cluster.bus.node)) looks.set('featured', '', {});
  }, LOOK_EVERY_MS);

  return {
    isWatched,
    wantsExhibition: () => (isLookedAtHere() || looks.size('featured') > 0) && countLive() === 0,
    close: (): void => clearInterval(timer),
  };
}
