import type { ConditionalMove, GameId } from '@terrace/protocol';
import { formatPosition } from '@terrace/rules';
import { played } from '@terrace/testing/boards';
import type { Client } from '@terrace/testing/client';
import { aGame, type Person } from '@terrace/testing/games';
import { expect, test } from 'vitest';
import { query } from '../store/testing/compare.ts';
import { lockRow } from '../store/testing/lock-row.ts';
import { lockTables } from '../store/testing/lock-tables.ts';
import { startNode, useTwoNodes } from '../testing/app.ts';

const app = useTwoNodes();

const game = (northAt = app.here) => aGame(app.here, northAt).days(1).started();

const movesOf = async (client: Client, gameId: GameId) => {
  const log = await client.request('game:watch', { gameId, after: 0 });
  return log.ok
    ? log.value.events.flatMap(({ event }) => (event.type === 'moved' ? [`${event.from}-${event.to}`] : []))
    : [];
};

/** Conditional moves of lines such as `d2-d3 e7-e6`; `any` stands for any moves of the others. */
const lines = (...texts: string[]): ConditionalMove[] =>
  texts.flatMap((text) =>
    text.split(' ').map((move, n) => {
      const [from = '', to = ''] = move.split('-');
      return { depth: n + 1, move: move === 'any' ? null : { from, to } };
    }),
  );
const plan = (client: Client, gameId: GameId, ply: number, ...texts: string[]) =>
  client.request('conditional:set', { gameId, ply, moves: lines(...texts) });
const countOf = async (client: Client, gameId: GameId) => {
  const stored = await client.request('conditional:get', { gameId });
  return stored.ok ? stored.value.moves.length : Number.NaN;
};

/** As if a node had taken e7-e6 to play it, and had stopped. */
async function takenElsewhere(gameId: GameId, north: Person, moves: ConditionalMove[]): Promise<void> {
  const { seq } = await app.database.prisma.game.findUniqueOrThrow({ where: { id: gameId } });
  const start = formatPosition(played(['d2-d3', 'e7-e6']).position);
  const data = { gameId, playerId: north.player.id, start, moves, takenAtSeq: seq };
  await app.database.prisma.conditionalMoves.create({ data });
}

const move = (client: Client, gameId: GameId, ply: number, text: string) => {
  const [from = '', to = ''] = text.split('-');
  return client.command(gameId, { type: 'move', ply, from, to });
};

test('the branch that fits is played, the others are dropped, and only the owner sees any', async () => {
  const { gameId, south, north } = await game();
  await plan(north, gameId, 1, 'd2-d3 e7-e6 d3-d2 e6-e7', 'e2-e3 d7-d6');
  expect(await countOf(north, gameId)).toBe(6);
  expect(await countOf(south, gameId)).toBe(0);
  await move(south, gameId, 1, 'd2-d3');
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
  expect(await countOf(north, gameId)).toBe(2);
});

test('a tree plays on by itself, each move once, when the opponent moves on another node', async () => {
  const { gameId, south, north } = await game(app.there);
  await plan(north, gameId, 1, 'd2-d3 e7-e6 any e6-e7', 'e2-e3 d7-d6');
  await move(south, gameId, 1, 'd2-d3');
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
  await move(south, gameId, 3, 'd3-d2');
  await expect.poll(() => movesOf(north, gameId)).toEqual(['d2-d3', 'e7-e6', 'd3-d2', 'e6-e7']);
  expect(await countOf(north, gameId)).toBe(0);
});

test('a move in no branch clears the conditional moves', async () => {
  const { gameId, south, north } = await game();
  await plan(north, gameId, 1, 'd2-d3 e7-e6');
  await move(south, gameId, 1, 'e2-e3');
  await expect
    .poll(() => app.database.prisma.conditionalMoves.findFirst({ where: { gameId } }))
    .toMatchObject({
      moves: [],
    });
  expect(await movesOf(south, gameId)).toEqual(['e2-e3']);
});

test('illegal and unordered conditional moves are refused, and the stored ones stay', async () => {
  const { gameId, north } = await game();
  await plan(north, gameId, 1, 'd2-d3 e7-e6');
  const refused = async (...texts: string[]) => {
    const answer = await plan(north, gameId, 1, ...texts);
    return answer.ok ? 'ok' : answer.refusal.code;
  };
  expect(await refused('d2-d3 a1-h8')).toBe('illegal-move');
  expect(await refused('d2-d3 e7-e6', 'd2-d3 d7-d6')).toBe('bad-conditional-moves');
  expect(await countOf(north, gameId)).toBe(2);
});

test('a takeback behind the start of the conditional moves clears them', async () => {
  const { gameId, south, north } = await game();
  await plan(north, gameId, 1, 'd2-d3 e7-e6 d3-d2 e6-e7');
  await move(south, gameId, 1, 'd2-d3');
  await expect.poll(() => countOf(north, gameId)).toBe(2);
  const seq = await north.commandOrThrow(gameId, { type: 'offer', offer: 'takeback' });
  await south.commandOrThrow(gameId, { type: 'accept', offer: 'takeback', seq });
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
  await expect.poll(() => countOf(north, gameId)).toBe(0);
});

test('moves saved while the opponent moves are played from the position they were made for', async () => {
  const { gameId, south, north } = await game();
  await move(south, gameId, 1, 'd2-d3');
  expect(await plan(north, gameId, 1, 'd2-d3 e7-e6 d3-d2 e6-e7')).toMatchObject({ ok: true });
  expect(await movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
  expect(await countOf(north, gameId)).toBe(2);
  expect(await plan(north, gameId, 9, 'd2-d3 e7-e6')).toMatchObject({ ok: false, refusal: { code: 'stale' } });
});

test('a reply that became due while no server ran is played by the next server', async () => {
  const { gameId, south, north } = await game();
  await plan(north, gameId, 1, 'any e7-e6');
  const { prisma } = app.database;
  const stored = await prisma.conditionalMoves.findFirstOrThrow({ where: { gameId } });
  await prisma.conditionalMoves.delete({ where: { gameId_playerId: { gameId, playerId: stored.playerId } } });
  await move(south, gameId, 1, 'd2-d3');
  await prisma.conditionalMoves.create({ data: { ...stored, moves: stored.moves ?? [] } }); // as after a crash before playing it
  const next = await startNode(app.databaseUrl);
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
  await next.close();
});

test('a move that a stopped node had taken is played once by the next one, and the rest waits for its turn', async () => {
  const { gameId, south, north } = await game(app.there);
  await move(south, gameId, 1, 'd2-d3');
  await takenElsewhere(gameId, north, lines('any f7-f6'));
  expect(await countOf(north, gameId)).toBe(3);
  const next = await startNode(app.databaseUrl); // resumes the conditional moves of a stopped node
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
  await next.close();
  await move(south, gameId, 3, 'd3-d2');
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6', 'd3-d2', 'f7-f6']);
});

test('a last planned move that a stopped node had taken is played by the next one', async () => {
  const { gameId, south, north } = await game();
  await move(south, gameId, 1, 'd2-d3');
  await takenElsewhere(gameId, north, []);
  const next = await startNode(app.databaseUrl);
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
  await next.close();
});

test('a reply that was taken back and planned again is played again', async () => {
  const { gameId, south, north } = await game();
  const played = ['d2-d3', 'e7-e6'];
  await plan(north, gameId, 1, 'd2-d3 e7-e6');
  await move(south, gameId, 1, 'd2-d3');
  await expect.poll(() => movesOf(south, gameId)).toEqual(played);
  const seq = await south.commandOrThrow(gameId, { type: 'offer', offer: 'takeback' });
  await north.commandOrThrow(gameId, { type: 'accept', offer: 'takeback', seq });
  expect(await plan(north, gameId, 1, 'd2-d3 e7-e6')).toMatchObject({ ok: true });
  await move(south, gameId, 1, 'd2-d3');
  await expect.poll(() => movesOf(south, gameId)).toEqual([...played, ...played]);
});

test('a move that the database is too busy to save stays planned, and is played later', async () => {
  const { gameId, south, north } = await game();
  await move(south, gameId, 1, 'd2-d3');
  const lock = await lockRow(app.databaseUrl, 'game', gameId);
  expect(await plan(north, gameId, 2, 'e7-e6 d3-d2 e6-e7')).toMatchObject({ ok: true });
  expect(await countOf(north, gameId)).toBe(3);
  await lock.release();
  await expect.poll(app.time.advancing(1_000, () => movesOf(south, gameId))).toEqual(['d2-d3', 'e7-e6']);
  expect(await countOf(north, gameId)).toBe(2);
});

test('conditional moves that cannot be read on their turn are played later', async () => {
  const { gameId, south, north } = await game();
  await plan(north, gameId, 1, 'd2-d3 e7-e6');
  const lock = await lockTables(app.databaseUrl, 'conditional_moves');
  await move(south, gameId, 1, 'd2-d3');
  const readers = () => lock.waiters('play', 'conditional_moves"."start"'); // others look for the games of a lost node
  await expect.poll(readers).toHaveLength(1);
  const [reader] = await readers();
  await expect.poll(readers).not.toContain(reader); // the statement has timed out
  await lock.release();
  await expect.poll(app.time.advancing(1_000, () => movesOf(south, gameId))).toEqual(['d2-d3', 'e7-e6']);
});

test.each([
  ['the database is busy', '55P03', 0],
  ['playing it fails', 'P0001', 1],
])(
  'a reply that is planned in its own turn is played later if %s after the plan is stored',
  async (_, code, reports) => {
    const { gameId, south, north } = await game();
    await move(south, gameId, 1, 'd2-d3');
    await query(
      app.databaseUrl,
      `create function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'busy' using errcode = '${code}'; end $$;
     create trigger refuse before insert or update on conditional_moves
       for each row when (new.taken_at_seq is not null) execute function refuse()`,
    );
    expect(await plan(north, gameId, 2, 'e7-e6')).toMatchObject({ ok: true });
    expect(app.faults.take()).toHaveLength(reports);
    await query(app.databaseUrl, 'drop function refuse cascade');
    await expect.poll(app.time.advancing(1_000, () => movesOf(south, gameId))).toEqual(['d2-d3', 'e7-e6']);
  },
);

test('moves planned during a pause wait for its end', async () => {
  const { gameId, south, north } = await game();
  await move(south, gameId, 1, 'd2-d3');
  for (const each of [south, north]) await each.command(gameId, { type: 'offer', offer: 'pause' });
  expect(await plan(north, gameId, 2, 'e7-e6 d3-d2 e6-e7')).toMatchObject({ ok: true });
  expect(await countOf(north, gameId)).toBe(3);
  for (const each of [south, north]) await each.command(gameId, { type: 'offer', offer: 'resume' });
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
  expect(await countOf(north, gameId)).toBe(2);
});

test('a planned reply leaves a draw that was offered with the move before it for its owner to answer', async () => {
  const { gameId, south, north } = await game();
  await plan(north, gameId, 1, 'd2-d3 e7-e6');
  const seq = await south.commandOrThrow(gameId, { type: 'offer', offer: 'draw' });
  await move(south, gameId, 1, 'd2-d3');
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
  expect(await north.command(gameId, { type: 'accept', offer: 'draw', seq })).toMatchObject({ ok: true });
});

test('after any move, a move that is illegal on its turn is dropped', async () => {
  const { gameId, south, north } = await game();
  await plan(north, gameId, 1, 'any a1-h8');
  await move(south, gameId, 1, 'd2-d3');
  await expect.poll(() => countOf(north, gameId)).toBe(0);
  expect(await movesOf(south, gameId)).toEqual(['d2-d3']);
});

test('conditional moves that change at the instant of their turn are played once', async () => {
  const tables = await Promise.all(Array.from({ length: 8 }, () => game()));
  for (const { gameId, south, north } of tables) {
    const set = () => plan(north, gameId, 1, 'any e7-e6 any d7-d6');
    await set();
    await Promise.all([move(south, gameId, 1, 'd2-d3'), set(), set(), set(), set()]);
    await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
    await expect.poll(() => countOf(north, gameId)).toBe(2);
    for (const client of [south, north]) client.close();
  }
});

test('conditional moves are deleted when the game ends', async () => {
  const { gameId, south, north } = await game();
  await plan(north, gameId, 1, 'any e7-e6');
  await south.command(gameId, { type: 'resign' });
  await expect.poll(() => app.database.prisma.conditionalMoves.count({ where: { gameId } })).toBe(0);
});

test('a queue of an older version is read as conditional moves from the current position', async () => {
  const { gameId, south, north } = await game();
  const data = { gameId, playerId: north.player.id, moves: lines('d2-d3 e7-e6'), start: null };
  await app.database.prisma.conditionalMoves.create({ data });
  expect(await countOf(north, gameId)).toBe(2);
  await move(south, gameId, 1, 'd2-d3');
  await expect.poll(() => movesOf(south, gameId)).toEqual(['d2-d3', 'e7-e6']);
});
