import { randomUUID } from 'node:crypto';
import { currentPosition, fold } from '@terrace/game';
import { CommandId, DEFAULT_SETTINGS, type GameId, type LoggedEvent } from '@terrace/protocol';
import { legalMoves, squareName } from '@terrace/rules';
import { expect, test } from 'vitest';
import { summarize } from '../game-service/summary.ts';
import { player, useGames } from '../testing/games.ts';

const games = useGames();
const [south, north] = [player('south'), player('north')];
const newCommandId = () => CommandId.parse(randomUUID());

async function begun(): Promise<GameId> {
  const { service } = games;
  const time = { kind: 'clock', initialMs: 60_000, incrementMs: 0 } as const;
  const settings = { ...DEFAULT_SETTINGS, time };
  const opened = await service.createTable({
    host: south,
    commandId: newCommandId(),
    settings,
    side: 'south',
    reservations: [],
  });
  if (!opened.ok) throw new Error(opened.error.code);
  const { gameId } = opened.value;
  const command = { type: 'sit', side: null } as const;
  await service.command({ gameId, by: north, commandId: newCommandId(), command, arrivedAt: games.time.now() });
  return gameId;
}

async function nextMove(gameId: GameId) {
  const state = await games.service.state(gameId);
  if (state === null) throw new Error('the game is missing');
  const position = currentPosition(state);
  const [move] = legalMoves(position);
  if (move === undefined) throw new Error('no move is legal');
  const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
  const event = { type: 'moved', ply: position.ply, from, to, remainingMs: 59_000 } as const;
  const at = state.lastAt + 1_000;
  const logged: LoggedEvent = { seq: state.seq + 1, at, by: south.id, commandId: newCommandId(), event };
  const after = fold(state, [logged]);
  if (after === null) throw new Error('the game has no state');
  return { after: state.seq, events: [logged], summary: summarize(gameId, after), demand: null };
}

async function rowOf(gameId: GameId) {
  const row = await games.prisma.game.findUniqueOrThrow({ where: { id: gameId } });
  const { seq, status, turn, ply, deadlineAt, updatedAt } = row;
  return { seq, status, turn, ply, deadlineAt: deadlineAt?.getTime(), updatedAt: updatedAt.getTime() };
}

test.each([1, 5])('each of %i concurrent moves is in its log, and the row of its game is up to date', async (count) => {
  const ids = await Promise.all(Array.from({ length: count }, begun));
  const moves = await Promise.all(ids.map(nextMove));
  expect(await Promise.all(moves.map((move) => games.store.append([move])))).toEqual(
    moves.map(() => ({ kind: 'saved' })),
  );
  for (const { after, events, summary } of moves) {
    expect(await games.store.eventsAfter(summary.id, after)).toEqual(events);
    expect(summary).toMatchObject(await rowOf(summary.id));
  }
});

test('of concurrent moves only the second one of the same game is skipped', async () => {
  const ids = await Promise.all([begun(), begun(), begun()]);
  const moves = await Promise.all(ids.map(nextMove));
  const [late] = moves;
  if (late === undefined) throw new Error('a game is missing');
  expect(await games.store.append([late])).toEqual({ kind: 'saved' });
  const answers = moves.map((move) => games.store.append([move]));
  expect(await Promise.all(answers)).toEqual([{ kind: 'outrun' }, { kind: 'saved' }, { kind: 'saved' }]);
  expect(await games.store.append([late])).toEqual({ kind: 'outrun' });
  expect(await games.store.eventsAfter(late.summary.id, late.after)).toHaveLength(1);
});

test('a move that Postgres cannot store fails alone, and the moves in the same batch are saved', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, begun));
  const moves = await Promise.all(ids.map(nextMove));
  const bad = moves[2];
  const [logged] = bad?.events ?? [];
  if (bad === undefined || logged?.event.type !== 'moved') throw new Error('a move is missing');
  const events = [{ ...logged, event: { ...logged.event, from: '\u0000' } }];
  const sent = moves.map((move) => games.store.append([move === bad ? { ...bad, events } : move]));
  const answers = await Promise.allSettled(sent);
  expect(answers.map(({ status }) => status)).toEqual(moves.map((move) => (move === bad ? 'rejected' : 'fulfilled')));
  for (const { after, events, summary } of moves) {
    expect(await games.store.eventsAfter(summary.id, after)).toEqual(summary.id === bad.summary.id ? [] : events);
  }
});

test('a move updates only BRIN indexes of games, since other indexes have no changed column', async () => {
  const rows = await games.prisma.$queryRaw<{ indexdef: string }[]>`
    select indexdef from pg_indexes where tablename = 'game' and indexdef ~ '\\m(seq|turn|ply|deadline_at|updated_at)\\M'`;
  expect(rows.map(({ indexdef }) => indexdef)).toEqual([expect.stringContaining('USING brin (updated_at)')]);
});
