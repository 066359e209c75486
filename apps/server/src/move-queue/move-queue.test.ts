import type { GameId } from '@terrace/protocol';
import type { Client } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { expect, test } from 'vitest';
import { startNode, useTwoNodes } from '../testing/app.ts';

const app = useTwoNodes();

const game = (northAt = app.here) => aGame(app.here, northAt).days(1).started();

const movesOf = async (client: Client, gameId: GameId) => {
  const log = await client.request('game:watch', { gameId, after: 0 });
  return log.ok
    ? log.value.events.flatMap(({ event }) => (event.type === 'moved' ? [`${event.from}-${event.to}`] : []))
    : [];
};
const queueOf = async (client: Client, gameId: GameId) => {
  const queue = await client.request('queue:get', { gameId });
  return queue.ok ? queue.value.moves.length : Number.NaN;
};

test("a queued reply is played on its player's turn, and the others stay queued", async () => {
  const { gameId, south, north } = await game();
  await north.request('queue:set', {
    gameId,
    moves: [
      { from: 'e7', to: 'e6', after: { from: 'd2', to: 'd3' } },
      { from: 'e6', to: 'e7', after: null },
    ],
  });
  expect(await queueOf(south, gameId)).toBe(0); // visible only to its owner
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
  expect(await queueOf(north, gameId)).toBe(1);
});

test('a queue set on one node is played when the opponent moves on the other, each move once', async () => {
  const { gameId, south, north } = await game(app.there);
  await north.request('queue:set', {
    gameId,
    moves: [
      { from: 'e7', to: 'e6', after: { from: 'd2', to: 'd3' } },
      { from: 'e6', to: 'e7', after: null },
    ],
  });
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
  await south.command(gameId, { type: 'move', ply: 3, from: 'd3', to: 'd2' });
  await expect.poll(() => movesOf(north, gameId)).toEqual(['d2-d3', 'e7-e6', 'd3-d2', 'e6-e7']);
  expect(await queueOf(north, gameId)).toBe(0);
});

test('a queue that expected another move is dropped', async () => {
  const { gameId, south, north } = await game();
  await north.request('queue:set', { gameId, moves: [{ from: 'e7', to: 'e6', after: { from: 'd2', to: 'd3' } }] });
  await south.command(gameId, { type: 'move', ply: 1, from: 'e2', to: 'e3' });
  await expect.poll(() => queueOf(north, gameId)).toBe(0);
  expect(await movesOf(south, gameId)).toEqual(['e2-e3']);
});

test('a reply that became due while no server ran is played by the next server', async () => {
  const { gameId, south, north } = await game();
  await north.request('queue:set', { gameId, moves: [{ from: 'e7', to: 'e6', after: null }] });
  const { prisma } = app.database;
  const queue = await prisma.moveQueue.findFirstOrThrow({ where: { gameId } });
  await prisma.moveQueue.delete({ where: { gameId_playerId: { gameId, playerId: queue.playerId } } });
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await prisma.moveQueue.create({ data: { ...queue, moves: queue.moves ?? [] } }); // as after a crash before playing it
  const next = await startNode(app.databaseUrl);
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
  await next.close();
});

test('a move that another node is playing is not played again, and a new queue waits for the next turn', async () => {
  const { gameId, south, north } = await game(app.there);
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  const { seq } = await app.database.prisma.game.findUniqueOrThrow({ where: { id: gameId } });
  const [playerId, moves] = [north.player.id, [{ from: 'e7', to: 'e6', after: null }]];
  await app.database.prisma.moveQueue.create({ data: { gameId, playerId, moves, takenAtSeq: seq } }); // as if another node were playing the previous one
  const other = { from: 'f7', to: 'f6', after: null };
  expect(await north.request('queue:set', { gameId, moves: [other] })).toMatchObject({ ok: true });
  const next = await startNode(app.databaseUrl); // resumes the queues of a stopped node
  await next.close();
  expect(await movesOf(south, gameId)).toEqual(['d2-d3']);
  await north.command(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await south.command(gameId, { type: 'move', ply: 3, from: 'd3', to: 'd2' });
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6', 'd3-d2', 'f7-f6']);
});

test("a queued move that is illegal on its player's turn is dropped", async () => {
  const { gameId, south, north } = await game();
  await north.request('queue:set', { gameId, moves: [{ from: 'a1', to: 'h8', after: null }] });
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await expect.poll(() => queueOf(north, gameId)).toBe(0);
  expect(await movesOf(south, gameId)).toEqual(['d2-d3']);
});

test('a queue that changes at the instant of its turn is played from its beginning', async () => {
  const moves = [
    { from: 'e7', to: 'e6', after: null },
    { from: 'd7', to: 'd6', after: null },
  ];
  const tables = await Promise.all(Array.from({ length: 8 }, () => game()));
  for (const { gameId, south, north } of tables) {
    await north.request('queue:set', { gameId, moves });
    await Promise.all([
      south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' }),
      ...Array.from({ length: 4 }, () => north.request('queue:set', { gameId, moves })),
    ]);
    await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
    await expect.poll(() => queueOf(north, gameId)).toBeGreaterThan(0);
    for (const client of [south, north]) client.close();
  }
});
