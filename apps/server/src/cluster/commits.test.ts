import type { LoggedEvent } from '@terrace/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import type { RunningApp } from '../app.ts';
import { startNode, useTwoNodes } from '../testing/app.ts';
import { connect, guestAt } from '../testing/client.ts';
import { type RedisServer, startRedis } from '../testing/redis.ts';

const nodes = useTwoNodes();

test('players and spectators on different nodes hear every event of a game, each once and in order', async () => {
  const [south, north] = await Promise.all([guestAt(nodes.here), guestAt(nodes.there)]);
  const spectators = await Promise.all([connect(nodes.here, ''), connect(nodes.there, '')]);
  const gameId = await south.create({ setup: 'long', time: null }, 'south');
  await north.command(gameId, { type: 'sit', side: 'north' });
  const all = [south, north, ...spectators];
  for (const one of all) await one.request('game:watch', { gameId, after: 0 });

  const moves = [
    [south, { type: 'move', ply: 1, from: 'd2', to: 'd3' }],
    [north, { type: 'move', ply: 2, from: 'e7', to: 'e6' }],
    [south, { type: 'offer', offer: 'draw' }],
    [north, { type: 'resign' }],
  ] as const;
  for (const [who, command] of moves) expect(await who.command(gameId, command)).toMatchObject({ ok: true });

  const isOver = (events: readonly { event: { type: string } }[]) => events.at(-1)?.event.type === 'ended';
  await Promise.all(all.map((one) => one.hears(gameId, isOver)));
  const seqs = all.map((one) => one.eventsOf(gameId).map(({ seq }) => seq));
  for (const heard of seqs) expect(heard).toEqual(heard.map((_, i) => (heard[0] ?? 0) + i));
  for (const one of all) one.close();
});

describe('when Redis goes away', () => {
  let redis: RedisServer;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let pair: RunningApp[];
  beforeAll(async () => {
    [redis, database] = await Promise.all([startRedis(), freshDatabase()]);
    const start = () => startNode(database.url, { redisUrl: redis.url });
    pair = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    await Promise.all(pair.map((node) => node.close()));
    await Promise.all([redis.stop(), database.drop()]);
  });

  test('moves are saved all the same, and the other node reads them from the log; games opened meanwhile are in its lobby', {
    timeout: 60_000,
  }, async () => {
    const [here = '', there = ''] = pair.map(({ url }) => url);
    const [south, north, visitor] = await Promise.all([guestAt(here), guestAt(there), guestAt(there)]);
    const gameId = await south.create({ setup: 'long', time: null }, 'south');
    await north.command(gameId, { type: 'sit', side: 'north' });
    for (const one of [south, north]) await one.request('game:watch', { gameId, after: 0 });

    await redis.stop();
    const moved = (ply: number) => (events: readonly LoggedEvent[]) =>
      events.some(({ event }) => event.type === 'moved' && event.ply === ply);
    expect(await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' })).toMatchObject({ ok: true });
    await north.hears(gameId, moved(1));
    const opened = await south.create({ setup: 'short' }, 'south');
    const tables = async () => {
      const lobby = await visitor.request('lobby:watch', { known: null });
      return lobby.ok && lobby.value.catchUp.kind === 'view' ? lobby.value.catchUp.view.tables.map(({ id }) => id) : [];
    };
    await expect.poll(tables).toContain(opened);

    redis = await startRedis(Number(new URL(redis.url).port));
    expect(await north.command(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' })).toMatchObject({ ok: true });
    await south.hears(gameId, moved(2));
    const seqs = north.eventsOf(gameId).map(({ seq }) => seq);
    expect(new Set(seqs).size).toBe(seqs.length);
    for (const one of [south, north, visitor]) one.close();
  });
});
