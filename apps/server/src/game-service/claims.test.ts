import type { GameId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { createCluster } from '../nodes/cluster.ts';
import { createGameStore } from '../store/games.ts';
import { useDatabase } from '../testing/app.ts';
import { createVirtualTime } from '../testing/time.ts';
import { createClaims } from './claims.ts';
import { DatabaseBusy, type GameClaims } from './games.ports.ts';

const database = useDatabase();

async function unfinishedGames(count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, n) => `game${String(n).padStart(8, '0')}`);
  await database.prisma.$executeRaw`
    insert into game (id, seq, status, settings, seats, players, ply, created_at, updated_at, node)
    select id, 1, 'live', '{}', '{}', '{}', 1, now(), now(), 'gone' from unnest(${ids}::text[]) id`;
  return ids;
}

test('each batch of claimed games begins after the previous one', async () => {
  const ids = await unfinishedGames(5);
  const { connection } = database;
  const games = createGameStore({ append: connection, play: connection, read: connection });
  const claim = async (after: string) => (await games.claimGames('here', true, after, 2)).map(({ id }) => id);
  expect(await claim('')).toEqual(ids.slice(0, 2));
  await games.releaseGames('here');
  expect(await claim(ids[1] ?? '')).toEqual(ids.slice(2, 4));
  expect(await claim(ids[3] ?? '')).toEqual(ids.slice(4));
  await database.prisma.game.deleteMany();
});

test('a node claims any number of games, reports a claim that Postgres was too busy for, and repeats it', async () => {
  const ids = await unfinishedGames(1_200);
  const { connection } = database;
  const games = createGameStore({ append: connection, play: connection, read: connection });
  const time = createVirtualTime();
  const busy = new DatabaseBusy('Postgres is busy', 2_000);
  const batches: string[] = [];
  const queries: GameClaims = {
    releaseGames: games.releaseGames,
    claimGames(node, isOnly, after, limit) {
      batches.push(after);
      return batches.length === 2 ? Promise.reject(busy) : games.claimGames(node, isOnly, after, limit);
    },
  };
  const faults: unknown[] = [];
  const reportError = (error: unknown): void => void faults.push(error);
  const claims = createClaims({
    cluster: createCluster({ carrier: undefined, scheduler: time.scheduler, reportError }),
    queries,
    isLeader: () => false,
    machine: time.scheduler,
    reportError,
  });
  const claimed = new Set<GameId>();
  claims.onClaimed(({ id }) => void claimed.add(id));
  claims.start();
  await expect.poll(() => faults).toEqual([busy]);
  expect(claimed.size).toBe(500);
  time.advance(6_000);
  await expect.poll(() => claimed.size).toBe(1_200);
  expect([...claimed].sort()).toEqual(ids);
  expect(batches.slice(0, 4)).toEqual(['', ids[499], '', ids[999]]);
  await claims.close();
  time.stop();
});
