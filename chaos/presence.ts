import type { GameId, Presence } from '@terrace/protocol';
import type { ChaosClient } from './client.ts';
import type { Table } from './play.ts';
import type { Product } from './product.ts';

/**
 * How long a player must have been in a game, on a node that ran all the time, before other clients must see them as
 * present.
 */
const SETTLED_MS = 3_000;

/** Records each present player who is reported as absent, once per player and game. */
export function openPresenceCheck({ clients, nodes }: Pick<Product, 'clients' | 'nodes'>, found: string[]) {
  const known = new Set<string>();

  function isSettled(player: ChaosClient, gameId: GameId): boolean {
    const until = performance.now() - SETTLED_MS;
    const node = nodes[clients.placeOf(player.number) ?? -1];
    const [since, living] = [player.presentSince(gameId), node?.livingSince];
    return since !== undefined && since < until && living !== undefined && living < until;
  }

  return (table: Table, observer: ChaosClient, gameId: GameId, presence: Presence, when: string): void => {
    for (const { side } of presence.away) {
      if (side !== 'south' && side !== 'north') continue;
      const player = table[side];
      const id = `${gameId} ${side}`;
      if (known.has(id) || !isSettled(player, gameId)) continue;
      known.add(id);
      const places = [observer, player].map(({ number }) => `node ${clients.placeOf(number)}`);
      found.push(`${when}: client ${observer.number} at ${places[0]} sees ${id} as absent, who is at ${places[1]}`);
    }
  };
}
