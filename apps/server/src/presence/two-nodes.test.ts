import type { GameId } from '@terrace/protocol';
import { type Client, connect, guestAt } from '@terrace/testing/client';
import { httpPlayerAt } from '@terrace/testing/http-player';
import {
  absentSides,
  CLOCK,
  claimNorth,
  collectPresence,
  gameAcross,
  LONG_MS,
  presenceFor,
  stillHere,
} from '@terrace/testing/presence';
import { textPlayerAt } from '@terrace/testing/text-player';
import { expect, test } from 'vitest';
import { useTwoNodes } from '../testing/app.ts';

const nodes = useTwoNodes();

test('a player connected to one node is present on the other, and no claim against them succeeds there', async () => {
  const { gameId, south, north } = await gameAcross(nodes.here, nodes.there);
  for (const one of [south, north]) await expect.poll(() => absentSides(one, gameId)).toEqual([]);
  nodes.time.advance(LONG_MS);
  expect(await absentSides(south, gameId)).toEqual([]);
  expect(await south.command(gameId, claimNorth)).toMatchObject(stillHere);
  await north.command(gameId, { type: 'move', ply: 4, from: 'e6', to: 'e7' });
  nodes.time.advance(LONG_MS);
  expect(await north.command(gameId, { type: 'claim', side: 'south' })).toMatchObject(stillHere);
});

test('a player who leaves one node is absent on the other, where a claim succeeds after the grace period', async () => {
  const { gameId, south, north } = await gameAcross(nodes.here, nodes.there);
  const received = collectPresence(south, gameId);
  north.close();
  await expect.poll(() => received.at(-1)?.away).toMatchObject([{ side: 'north' }]);
  expect(await south.command(gameId, claimNorth)).toMatchObject(stillHere);
  nodes.time.advance(LONG_MS);
  await expect.poll(() => south.command(gameId, claimNorth)).toMatchObject({ ok: true });
});

test('a player who moves to another node is not absent, and the move does not count as a disconnect', async () => {
  const { gameId, south, north } = await gameAcross(nodes.here, nodes.there);
  await expect.poll(() => absentSides(south, gameId)).toEqual([]);
  let last = north;
  for (const url of [nodes.here, nodes.there, nodes.here, nodes.there]) {
    const next = { ...(await connect(url, north.cookie)), player: north.player, cookie: north.cookie };
    last.close();
    await next.request('game:watch', { gameId, after: 0 });
    last = next;
  }
  await expect.poll(() => absentSides(south, gameId)).toEqual([]);
  last.close();
  await expect.poll(() => absentSides(south, gameId)).toEqual(['north']);
  const [north90] = (await presenceFor(south, gameId)).away;
  expect((north90?.claimableAt ?? 0) - (north90?.since ?? 0)).toBe(90_000);
});

test('each node counts and names the spectators of all nodes, and a player with tabs on both once', async () => {
  const { gameId, south, north } = await gameAcross(nodes.here, nodes.there);
  const received = [collectPresence(south, gameId), collectPresence(north, gameId)];
  const watcher = await guestAt(nodes.there);
  const tab = await connect(nodes.here, watcher.cookie);
  const nameless = [await connect(nodes.here, ''), await connect(nodes.there, ''), await connect(nodes.there, '')];
  for (const one of [watcher, tab, ...nameless]) await one.request('game:watch', { gameId, after: 0 });
  const seen = () => received.map((each) => [each.at(-1)?.watching, each.at(-1)?.names]);
  await expect.poll(seen).toEqual([
    [4, [watcher.player.name]],
    [4, [watcher.player.name]],
  ]);
  watcher.close();
  nameless[2]?.close();
  await expect.poll(seen).toEqual([
    [3, [watcher.player.name]],
    [3, [watcher.player.name]],
  ]);
  tab.close();
  for (const one of nameless) one.close();
  await expect.poll(seen).toEqual([
    [0, []],
    [0, []],
  ]);
});

test('featured games are ordered by their spectators on all nodes', async () => {
  const { gameId, south } = await gameAcross(nodes.here, nodes.there);
  const watchers = [await connect(nodes.there, ''), await connect(nodes.there, '')];
  for (const one of watchers) await one.request('game:watch', { gameId, after: 0 });
  const watchingFor = async (one: Client) => {
    const lobby = await one.request('lobby:watch', { known: null });
    if (!lobby.ok || lobby.value.catchUp.kind !== 'view') throw new Error('the lobby is shown');
    return lobby.value.catchUp.view.featured.games.find(({ id }) => id === gameId)?.board.watching;
  };
  await expect.poll(() => watchingFor(south)).toBe(2);
  for (const one of watchers) one.close();
  await expect.poll(() => watchingFor(south)).toBe(0);
});

test('each node lists and counts the players online on any node, and a player with several tabs once', async () => {
  const [one, other] = await Promise.all([guestAt(nodes.here), guestAt(nodes.there)]);
  const tab = await connect(nodes.here, other.cookie);
  const listed = async (by: Client, search: string) => {
    const online = await by.request('online:list', { search });
    return online.ok ? online.value.players.map(({ player }) => player.id) : undefined;
  };
  const counted = async (by: Client) => {
    const online = await by.request('online:list', { search: '' });
    return online.ok ? online.value.count : undefined;
  };
  for (const [by, of] of [
    [one, other],
    [other, one],
  ] as const) {
    await expect.poll(() => listed(by, of.player.name)).toEqual([of.player.id]);
  }
  await expect.poll(async () => (await counted(one)) === (await counted(other))).toBe(true);
  other.close();
  await expect.poll(() => listed(one, other.player.name)).toEqual([other.player.id]);
  tab.close();
  await expect.poll(() => listed(one, other.player.name)).toEqual([]);
});

test('a player who sends HTTP requests to one node is present on the other, until the requests stop', async () => {
  const [south, bot] = await Promise.all([guestAt(nodes.here), httpPlayerAt(nodes.there)]);
  const gameId = await south.create({ time: CLOCK }, 'south');
  await south.request('game:watch', { gameId, after: 0 });
  await bot.act(gameId, { type: 'sit', side: null });
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await bot.act(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await south.command(gameId, { type: 'move', ply: 3, from: 'd3', to: 'd2' });
  await expect.poll(() => absentSides(south, gameId)).toEqual([]);
  nodes.time.advance(LONG_MS);
  await expect.poll(() => absentSides(south, gameId)).toEqual(['north']);
  await bot.ask(`games/${gameId}/moves`);
  await expect.poll(() => absentSides(south, gameId)).toEqual([]);
  expect(await south.command(gameId, claimNorth)).toMatchObject(stillHere);
  nodes.time.advance(LONG_MS);
  await expect.poll(() => south.command(gameId, claimNorth)).toMatchObject({ ok: true });
});

test.each([
  ['the game', (gameId: GameId) => `games/${gameId}/stream`],
  ['all their games', () => 'me/stream'],
])('a player with a stream of %s on one node is present on the other', async (_, path) => {
  const [south, bot] = await Promise.all([guestAt(nodes.here), httpPlayerAt(nodes.there)]);
  const gameId = await south.create({ time: CLOCK }, 'south');
  await south.request('game:watch', { gameId, after: 0 });
  await bot.act(gameId, { type: 'sit', side: null });
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await bot.act(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await south.command(gameId, { type: 'move', ply: 3, from: 'd3', to: 'd2' });
  const stream = new AbortController();
  await bot.ask(path(gameId), stream.signal);
  nodes.time.advance(LONG_MS);
  await expect.poll(() => absentSides(south, gameId)).toEqual([]);
  expect(await south.command(gameId, claimNorth)).toMatchObject(stillHere);
  stream.abort();
  await expect.poll(() => absentSides(south, gameId)).toEqual(['north']);
});

test('a player who sends text commands to one node is present on the other, and claims there by the same rules', async () => {
  const [one, other] = [await textPlayerAt(nodes.here), await textPlayerAt(nodes.there)];
  for (const player of [one, other]) player.close();
  const made = await one.run(`challenge -time=30+0 ${one.name} ${other.name}`);
  const id = /Game ([0-9A-Za-z]{12})/.exec(made)?.[1] ?? '';
  await other.run(`accept ${id}`);
  await one.run(`move ${id} d2-d3`);
  await other.run(`move ${id} e7-e6`);
  await one.run(`move ${id} d3-d2`);
  expect(await one.send(`claim ${id}`)).toMatchObject({ status: 409 });
  nodes.time.advance(LONG_MS);
  expect(await one.run(`claim ${id}`)).toMatch(/^You say that North has left\. .*South/);
});
