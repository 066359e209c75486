import { type Client, connect, guestAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { expect, test } from 'vitest';
import { useTwoNodesBehindProxy } from '../testing/app.ts';

const nodes = useTwoNodesBehindProxy();

/** Shorter than the silence after which a node counts as gone. */
const STEP_MS = 500;

test('players and spectators on different nodes receive every event of a game, each once and in order', async () => {
  const { gameId, south, north } = await aGame(nodes.here, nodes.there).untimed().started();
  const spectators = await Promise.all([connect(nodes.here, ''), connect(nodes.there, '')]);
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
  await Promise.all(all.map((one) => one.waitForEvents(gameId, isOver)));
  const seqs = all.map((one) => one.eventsOf(gameId).map(({ seq }) => seq));
  for (const received of seqs) expect(received).toEqual(received.map((_, i) => (received[0] ?? 0) + i));
  for (const one of all) one.close();
});

test('while Redis is unreachable, moves are saved, and the other node reads them and new games from Postgres', async () => {
  const { gameId, south, north } = await aGame(nodes.here, nodes.there).untimed().started();
  const visitor = await guestAt(nodes.there);
  for (const one of [south, north]) await one.request('game:watch', { gameId, after: 0 });
  const movesAt = (one: Client) =>
    nodes.machine.advancing(STEP_MS, () => one.eventsOf(gameId).filter(({ event }) => event.type === 'moved').length);

  nodes.redis().disconnect();
  expect(await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' })).toMatchObject({ ok: true });
  await expect.poll(movesAt(north)).toBe(1);
  const opened = await south.create({ setup: 'short' }, 'south');
  const tables = async () => {
    nodes.machine.advance(STEP_MS);
    const lobby = await visitor.request('lobby:watch', { known: null });
    return lobby.ok && lobby.value.catchUp.kind === 'view' ? lobby.value.catchUp.view.tables.map(({ id }) => id) : [];
  };
  await expect.poll(tables).toContain(opened);

  nodes.redis().reconnect();
  expect(await north.command(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' })).toMatchObject({ ok: true });
  await expect.poll(movesAt(south)).toBe(2);
  const seqs = north.eventsOf(gameId).map(({ seq }) => seq);
  expect(new Set(seqs).size).toBe(seqs.length);
  for (const one of [south, north, visitor]) one.close();
});
