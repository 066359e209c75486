import type { GameId, LoggedEvent } from '@terrace/protocol';
import { type Client, connect, guestAt, newCommandId, tableOptions } from '@terrace/testing/client';
import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';

const app = useSharedApp();

async function twoPlayers() {
  const [south, north] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
  const gameId = await south.create({}, 'south');
  await south.request('game:watch', { gameId, after: 0 });
  expect(await north.command(gameId, { type: 'sit', side: null })).toMatchObject({ ok: true });
  await north.request('game:watch', { gameId, after: 0 });
  return { gameId, south, north };
}

const logOf = async (client: Client, gameId: GameId): Promise<readonly LoggedEvent[]> => {
  const answer = await client.request('game:watch', { gameId, after: 0 });
  return answer.ok ? answer.value.events : [];
};

test('a table becomes a game when its last seat is taken, and each move reaches the opponent', async () => {
  const { gameId, south, north } = await twoPlayers();
  expect(await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' })).toMatchObject({ ok: true });
  await north.waitForEvents(gameId, (events) => events.some(({ event }) => event.type === 'moved'));
  expect((await logOf(north, gameId)).map(({ event }) => event.type)).toEqual([
    'created',
    'seated',
    'seated',
    'started',
    'moved',
  ]);
});

test('a repeated command gets the same reply and is executed once', async () => {
  const { gameId, south } = await twoPlayers();
  const again = newCommandId();
  const move = { type: 'move', ply: 1, from: 'd2', to: 'd3' } as const;
  const answers = [await south.command(gameId, move, again), await south.command(gameId, move, again)];
  expect(answers[0]).toEqual(answers[1]);
  expect((await logOf(south, gameId)).filter(({ event }) => event.type === 'moved')).toHaveLength(1);
});

test('the same command sent twice opens one table', async () => {
  const host = await guestAt(app.url);
  const payload = tableOptions({}, 'south');
  const [first, second] = await Promise.all([
    host.request('game:create', payload),
    host.request('game:create', payload),
  ]);
  expect(first).toMatchObject({ ok: true });
  expect(second).toEqual(first);
});

test('a move meant for another ply is refused, never applied late (R21)', async () => {
  const { gameId, south, north } = await twoPlayers();
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  expect(await south.command(gameId, { type: 'move', ply: 1, from: 'c2', to: 'c3' })).toMatchObject({
    ok: false,
    refusal: { code: 'stale', ply: 2 },
  });
  expect(await north.command(gameId, { type: 'move', ply: 3, from: 'd7', to: 'd6' })).toMatchObject({
    ok: false,
    refusal: { code: 'too-early' },
  });
});

test('a reconnecting client requests and receives only the events it missed', async () => {
  const { gameId, south, north } = await twoPlayers();
  const { events } = { events: await logOf(north, gameId) };
  north.close();
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  const back = await connect(app.url, north.cookie);
  const tail = await back.request('game:watch', { gameId, after: events.length });
  expect(tail).toMatchObject({
    ok: true,
    value: { events: [{ seq: events.length + 1, event: { from: 'd2', to: 'd3' } }] },
  });
});

test('every tab of a player receives events', async () => {
  const { gameId, south } = await twoPlayers();
  const secondTab = await connect(app.url, south.cookie);
  await secondTab.request('game:watch', { gameId, after: 0 });
  await secondTab.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await south.waitForEvents(gameId, (events) => events.some(({ event }) => event.type === 'moved'));
});

test('resigning ends a game of two, and the opponent wins (R15)', async () => {
  const { gameId, south, north } = await twoPlayers();
  await north.command(gameId, { type: 'resign' });
  const end = (await logOf(south, gameId)).at(-1);
  expect(end?.event).toMatchObject({ type: 'ended', result: { winner: 'south', by: 'resignation' } });
});

test('a host who leaves closes the table; a guest who leaves frees the seat', async () => {
  const [host, visitor] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
  const gameId = await host.create({ setup: 'three' }, 'south');
  await visitor.command(gameId, { type: 'sit', side: 'east' });
  await visitor.command(gameId, { type: 'leave' });
  await host.command(gameId, { type: 'leave' });
  expect((await logOf(host, gameId)).map(({ event }) => event.type)).toEqual([
    'created',
    'seated',
    'seated',
    'unseated',
    'closed',
  ]);
  expect(await visitor.command(gameId, { type: 'sit', side: null })).toMatchObject({
    refusal: { code: 'table-closed' },
  });
});

test('players in the lobby receive new and filled tables and their own games', async () => {
  const [host, visitor] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
  const rows: { readonly id: string }[] = [];
  visitor.socket.on('lobby:changed', ({ tables = [] }) => rows.push(...tables));
  visitor.socket.on('lobby:own', ({ row }) => rows.push(row));
  await visitor.request('lobby:watch', { known: null });
  const gameId = await host.create({}, 'north');
  const ofGame = () => rows.filter(({ id }) => id === gameId); // broadcasts about tables of other tests may arrive late
  await expect
    .poll(ofGame)
    .toMatchObject([{ id: gameId, status: 'open', seats: [{ side: 'south', player: null }, { side: 'north' }] }]);
  await visitor.command(gameId, { type: 'sit', side: null });
  await expect.poll(() => ofGame()[1]).toMatchObject({ id: gameId, status: 'live', turn: 'south' });
  expect(await visitor.request('lobby:watch', { known: null })).toMatchObject({
    ok: true,
    value: { own: [{ id: gameId }] },
  });
});
