import { ann, ben, gameInProgress } from '@terrace/game/testing/people';
import { GameId, type Player, PlayerId, type Presence } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../game-service/games.ports.ts';
import { createCluster } from '../nodes/cluster.ts';
import { createVirtualTime } from '../testing/time.ts';
import { createGameConnections } from './game-connections.ts';
import { createGamePresence } from './presence.ts';

const gameId = GameId.parse('blocks000000');
const cleo: Player = { id: PlayerId.parse('player-cleo'), name: 'cleo' };

function fail(error: unknown): never {
  throw error;
}

/** The people at a game of ann and ben, with cleo as a spectator. Blocks are read as the test says. */
async function watchedGame(
  readBlocks: () => Promise<ReadonlySet<PlayerId>>,
  reportError: (error: unknown) => void = fail,
) {
  const { scheduler, advance } = createVirtualTime();
  const { state } = gameInProgress();
  const cluster = createCluster({ carrier: undefined, scheduler, reportError: fail });
  const connections = createGameConnections({ cluster, isPlayerOf: () => true, machine: scheduler, reportError: fail });
  const received: Presence[] = [];
  const presence = createGamePresence({
    service: { cachedState: () => state, state: async () => state },
    cluster,
    connections,
    apartFrom: readBlocks,
    onBlocksChanged: () => undefined,
    scheduler,
    machine: scheduler,
    broadcast: (_, now) => void received.push(now),
    reportError,
  });
  const tabs = [ann, ben, cleo].map((player) => ({ player }));
  const joined = Promise.all(tabs.map((tab) => presence.join(gameId, tab, tab.player)));
  async function elapse(ms: number): Promise<void> {
    for (let waited = 0; waited < ms; waited += 50) {
      await new Promise(setImmediate);
      advance(50);
    }
    await new Promise(setImmediate);
  }
  await elapse(1_000);
  await joined;
  return {
    received,
    elapse,
    close: presence.close,
    leave(player: Player): void {
      for (const tab of tabs) if (tab.player === player) presence.leave(gameId, tab);
    },
  };
}

test('players who leave are shown as absent before the blocks are read, and then the spectators are named', async () => {
  const blocks = Promise.withResolvers<ReadonlySet<PlayerId>>();
  const { received, elapse, leave } = await watchedGame(() => blocks.promise);
  expect(received.at(-1)).toMatchObject({ watching: 1, names: [], away: [] });
  leave(ben);
  await elapse(1_000);
  expect(received.at(-1)).toMatchObject({ watching: 1, names: [], away: [{ side: 'north' }] });
  const { length } = received;
  await elapse(10_000);
  expect(received).toHaveLength(length); // nothing new is known
  blocks.resolve(new Set());
  await elapse(1_000);
  expect(received.at(-1)).toMatchObject({ watching: 1, names: ['cleo'], away: [{ side: 'north' }] });
});

test('nothing is sent while a database is down, and spectators are named once it can be read', async () => {
  let isDown = true;
  const { received, elapse } = await watchedGame(async () => {
    if (isDown) throw new DatabaseUnavailable();
    return new Set();
  });
  expect(received.at(-1)).toMatchObject({ watching: 1, names: [] });
  const { length } = received;
  await elapse(20_000);
  expect(received).toHaveLength(length);
  isDown = false;
  await elapse(30_000); // the longest pause between reads
  expect(received.slice(length)).toMatchObject([{ watching: 1, names: ['cleo'] }]);
});

test('another fault of a late read is reported, and the blocks are read again', async () => {
  const first = Promise.withResolvers<ReadonlySet<PlayerId>>();
  const reads = [first.promise, first.promise];
  const faults: unknown[] = [];
  const { received, elapse } = await watchedGame(
    () => reads.shift() ?? Promise.resolve(new Set()),
    (error) => void faults.push(error),
  );
  first.reject(new Error('a fault of ours'));
  await elapse(5_000);
  expect(new Set(faults.map(String))).toEqual(new Set(['Error: a fault of ours']));
  expect(received.at(-1)).toMatchObject({ watching: 1, names: ['cleo'] });
});

test('a late answer is used even while the next read waits', async () => {
  const { promise: late, resolve } = Promise.withResolvers<ReadonlySet<PlayerId>>();
  let isLate = false;
  const { received, elapse, leave } = await watchedGame(async () => {
    if (isLate) return late;
    throw new DatabaseUnavailable();
  });
  await elapse(63_000); // the next read begins half a minute after the last one
  isLate = true;
  leave(ben);
  await elapse(1_000);
  expect(received.at(-1)).toMatchObject({ names: [], away: [{ side: 'north' }] });
  resolve(new Set());
  await elapse(500);
  expect(received.at(-1)).toMatchObject({ names: ['cleo'], away: [{ side: 'north' }] });
});

test('blocks are not read for a game without connections', async () => {
  let reads = 0;
  const { elapse, leave } = await watchedGame(async () => {
    reads += 1;
    throw new DatabaseUnavailable();
  });
  for (const player of [ann, ben, cleo]) leave(player);
  const before = reads;
  await elapse(60_000);
  expect(reads).toBe(before);
});

test('after its end, presence reads no more blocks', async () => {
  let reads = 0;
  const { elapse, close } = await watchedGame(async () => {
    reads += 1;
    throw new DatabaseUnavailable();
  });
  const before = reads;
  close();
  await elapse(60_000);
  expect(reads).toBe(before);
});

test.each([0, 100, 400, 70_000])(
  'a spectator whom a player has blocked is counted but not named, if the blocks are read after %d ms',
  async (ms) => {
    const blocks = Promise.withResolvers<ReadonlySet<PlayerId>>();
    const { received, elapse } = await watchedGame(async () => {
      if (ms > 0) await blocks.promise;
      return new Set([cleo.id]);
    });
    await elapse(ms);
    blocks.resolve(new Set());
    await elapse(1_000);
    expect(received.at(-1)).toMatchObject({ watching: 1 });
    expect(received.flatMap(({ names }) => names)).toEqual([]);
  },
);
