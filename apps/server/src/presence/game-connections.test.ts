import { GameId, type Player, PlayerId } from '@terrace/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { channelOf } from '../nodes/bus.ts';
import { createCluster } from '../nodes/cluster.ts';
import { createNetwork } from '../testing/network.ts';
import { createVirtualTime } from '../testing/time.ts';
import { createGameConnections } from './game-connections.ts';

const { scheduler, advance } = createVirtualTime();
const gameId = GameId.parse('connections0');
const players: readonly Player[] = ['ann', 'ben'].map((name) => ({ id: PlayerId.parse(`player-${name}`), name }));

/** Changes are sent after 20 ms. */
const KNOWN_WITHIN_MS = 50;

function fail(error: unknown): never {
  throw error;
}

/** A node with one tab of each player. */
async function startNode(network: ReturnType<typeof createNetwork>) {
  const cluster = createCluster({ carrier: network.join(), scheduler, reportError: fail });
  const connections = createGameConnections({ cluster, isPlayerOf: () => true, machine: scheduler, reportError: fail });
  await cluster.start();
  const tabs = players.map((player) => ({ player, isOpen: false }));
  return {
    connections,
    cluster,
    isOpen: (n: number): boolean => tabs[n]?.isOpen === true,
    async toggle(n: number): Promise<void> {
      const tab = tabs[n];
      if (tab === undefined) throw new Error(`there is no player ${n}`);
      tab.isOpen = !tab.isOpen;
      if (tab.isOpen) {
        await cluster.games.follow(gameId, tab);
        connections.add(gameId, tab, tab.player);
      } else {
        connections.remove(gameId, tab);
        cluster.games.unfollow(gameId, tab);
      }
    },
  };
}

test('each node knows at once who is at a game, even while another one answers no questions', async () => {
  const step = fc.record({ node: fc.nat({ max: 1 }), player: fc.nat({ max: 1 }), waitMs: fc.nat({ max: 300 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 12 }),
      fc.boolean(),
      fc.nat({ max: 300 }),
      async (steps, isHung, ms) => {
        // Messages of one channel arrive in order, and may overtake those of others.
        const network = createNetwork(scheduler, (channel) => (channel === channelOf('game', gameId) ? 1 : 1 + ms));
        const nodes = [await startNode(network), await startNode(network)];
        if (isHung) await network.join().subscribe(channelOf('game', gameId));
        for (const { cluster } of nodes) await cluster.games.follow(gameId, {});
        for (const { node, player, waitMs } of steps) {
          await nodes[node]?.toggle(player);
          await elapse(KNOWN_WITHIN_MS + waitMs);
          const there = players.map((_, n) => nodes.some(({ isOpen }) => isOpen(n)));
          for (const { connections } of nodes) {
            expect(players.map(({ id }) => connections.isAt(gameId, id))).toEqual(there);
          }
        }
        for (const { cluster } of nodes) cluster.close();
      },
    ),
    { numRuns: 100 },
  );
});

/** Lets time pass in steps, with the promises of each. */
async function elapse(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10) {
    await new Promise(setImmediate);
    advance(Math.min(left, 10));
  }
  await new Promise(setImmediate);
}
