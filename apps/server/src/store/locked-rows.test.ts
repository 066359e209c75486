import { randomUUID } from 'node:crypto';
import { currentPosition } from '@terrace/game';
import { type Command, CommandId, DEFAULT_SETTINGS, type GameId, type Player } from '@terrace/protocol';
import { legalMoves, squareName } from '@terrace/rules';
import { expect, test } from 'vitest';
import { NOTHING_STORED } from '../conditional-moves/conditional-moves.ports.ts';
import { createAddressQuota } from '../game-service/seat-limits.ts';
import { createGameService } from '../game-service/service.ts';
import { player, reportError, useGames } from '../testing/games.ts';
import { openDatabase } from './client.ts';
import { createConditionalMoveStore } from './conditional-moves.ts';
import { createGameStore } from './games.ts';
import { lockRows } from './testing/lock-rows.ts';
import { lockTables } from './testing/lock-tables.ts';

const games = useGames();
const SIT: Command = { type: 'sit', side: null };
const newCommandId = () => CommandId.parse(randomUUID());
const newPlayer = () => player(randomUUID().slice(0, 8));

function send(gameId: GameId, by: Player, command: Command, commandId = newCommandId()) {
  return games.service.command({ gameId, by, commandId, command, arrivedAt: games.time.now() });
}

async function openTable(host: Player): Promise<GameId> {
  const time = { kind: 'clock', initialMs: 60_000, incrementMs: 0 } as const;
  const table = { settings: { ...DEFAULT_SETTINGS, time }, side: 'south', reservations: [] } as const;
  const opened = await games.service.createTable({
    host,
    commandId: newCommandId(),
    ...table,
  });
  if (!opened.ok) throw new Error(opened.error.code);
  return opened.value.gameId;
}

async function begun() {
  const [south, north] = [newPlayer(), newPlayer()];
  const gameId = await openTable(south);
  await send(gameId, north, SIT);
  const state = await games.service.state(gameId);
  const position = state && currentPosition(state);
  const move = position && legalMoves(position)[0];
  if (!move) throw new Error('no move is legal');
  const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
  const commandId = newCommandId();
  return { gameId, move: () => send(gameId, south, { type: 'move', ply: 1, from, to }, commandId) };
}

const beginSeveral = (count: number) => Promise.all(Array.from({ length: count }, begun));

function watch(promise: Promise<unknown>) {
  let isPending = true;
  const settle = (): void => {
    isPending = false;
  };
  promise.then(settle, settle);
  return { isPending: () => isPending };
}

test.each([1, 5])(
  'moves of other games are saved while %i rows are locked, and moves of locked games after the release',
  async (count) => {
    const locked = await beginSeveral(count);
    const others = await beginSeveral(20);
    const rows = await lockRows(
      games.databaseUrl,
      locked.map(({ gameId }) => gameId),
    );
    const waiting = locked.map(({ move }) => move());
    const states = waiting.map(watch);
    for (const { move } of others) expect(await move()).toMatchObject({ ok: true });
    expect(states.map(({ isPending }) => isPending())).toEqual(states.map(() => true));
    await rows.release();
    for (const answer of waiting) expect(await answer).toMatchObject({ ok: true });
  },
);

test('moves in the same batch as a move of a locked game are saved while the row is locked', async () => {
  const [locked, ...others] = await beginSeveral(20);
  if (locked === undefined) throw new Error('a game is missing');
  const rows = await lockRows(games.databaseUrl, [locked.gameId]);
  const waiting = locked.move();
  const state = watch(waiting);
  const answers = await Promise.all(others.map(({ move }) => move()));
  expect(answers.map(({ ok }) => ok)).toEqual(answers.map(() => true));
  expect(state.isPending()).toBe(true);
  await rows.release();
  expect(await waiting).toMatchObject({ ok: true });
});

test('a move whose row stays locked is rejected as busy, is not saved, and is accepted on retry', async () => {
  const [game] = await beginSeveral(1);
  if (game === undefined) throw new Error('the game is missing');
  const before = await games.store.eventsAfter(game.gameId, 0);
  const rows = await lockRows(games.databaseUrl, [game.gameId]);
  expect(await game.move()).toMatchObject({ ok: false, error: { code: 'busy', retryMs: 2_000 } });
  await rows.release();
  expect(await games.store.eventsAfter(game.gameId, 0)).toEqual(before);
  expect(await game.move()).toMatchObject({ ok: true, value: { seq: before.length + 1 } });
});

test('a player who waits for a seat at a locked table can take a seat at another table', async () => {
  const [host, guest] = [newPlayer(), newPlayer()];
  const [locked, free] = [await openTable(host), await openTable(host)];
  const rows = await lockRows(games.databaseUrl, [locked]);
  const waiting = send(locked, guest, SIT);
  const state = watch(waiting);
  expect(await send(free, guest, SIT)).toMatchObject({ ok: true });
  expect(state.isPending()).toBe(true);
  await rows.release();
  expect(await waiting).toMatchObject({ ok: true });
});

test('a locked seat address of a finished game delays no new seat from the same address', async () => {
  const play = openDatabase(games.databaseUrl, reportError, 'play');
  const store = createGameStore({ append: play, play, read: play }, 'node', createAddressQuota('secret'));
  const now = games.time.now;
  const service = createGameService({ store, checkEligibility: async () => undefined, now, reportError });
  const [host, guest] = [newPlayer(), newPlayer()];
  const open = (by: Player) =>
    service.createTable({
      host: by,
      commandId: newCommandId(),
      settings: DEFAULT_SETTINGS,
      side: 'south',
      reservations: [],
      address: '203.0.113.7',
    });
  const closed = await open(host);
  if (!closed.ok) throw new Error(closed.error.code);
  const { gameId } = closed.value;
  await service.command({ gameId, by: host, commandId: newCommandId(), command: { type: 'leave' }, arrivedAt: now() });
  const rows = await lockRows(games.databaseUrl, [gameId], 'seat_address');
  expect(await open(guest)).toMatchObject({ ok: true });
  await rows.release();
  await service.close();
  await play.close();
});

test('locked conditional moves of many games leave connections for other commands', async () => {
  const play = openDatabase(games.databaseUrl, reportError, 'play');
  const conditionals = createConditionalMoveStore(play.prisma);
  const waiting = (await beginSeveral(8)).map(({ gameId }) => ({ gameId, owner: newPlayer().id }));
  const moves = [{ depth: 1, move: { from: 'd2', to: 'd3' } }];
  const before = { start: null, moves, takenAtSeq: null };
  for (const { gameId, owner } of waiting) await conditionals.replace(gameId, owner, NOTHING_STORED, before);
  const ids = waiting.map(({ gameId }) => gameId);
  const rows = await lockRows(games.databaseUrl, ids, 'conditional_moves');
  const after = { start: null, moves: [], takenAtSeq: 4 };
  const taken = waiting.map(({ gameId, owner }) => conditionals.replace(gameId, owner, before, after));
  const states = taken.map(watch);
  expect((await conditionals.gamesWithMoves()).toSorted()).toEqual(ids.toSorted());
  expect(states.map(({ isPending }) => isPending())).toEqual(states.map(() => true));
  await rows.release();
  expect(await Promise.all(taken)).toEqual(taken.map(() => true));
  await play.close();
});

test('while the game table is locked, all waiting moves are answered together', async () => {
  const waiting = await beginSeveral(20);
  const lock = await lockTables(games.databaseUrl, 'game');
  const answers = await Promise.all(waiting.map(({ move }) => move()));
  expect(answers).toEqual(answers.map(() => expect.objectContaining({ error: { code: 'busy', retryMs: 2_000 } })));
  await lock.release();
  for (const { move } of waiting) expect(await move()).toMatchObject({ ok: true });
});
