import { DEFAULT_SETTINGS } from '@terrace/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '#lib/device/testing/memory-storage.ts';
import { removeGame, storedGame, storeGame, storeSeenAt } from './game-storage.ts';
import { draftOf, playersOf } from './local-draft.ts';
import { LocalGame } from './local-game.svelte.ts';
import { startTable } from './local-table.ts';

const people = playersOf(draftOf(undefined), ['south', 'north']);
const clock = { kind: 'clock', initialMs: 10_000, incrementMs: 0 } as const;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function newGame() {
  const log = startTable({ ...DEFAULT_SETTINGS, time: clock }, people, Date.now());
  if (!log.ok) throw new Error(log.error.code);
  return new LocalGame(log.value, Date.now);
}

test('a flag falls automatically when the time runs out', () => {
  const game = newGame();
  game.send({ type: 'move', ply: 1, from: 'd2', to: 'd3' });
  game.send({ type: 'move', ply: 2, from: 'e7', to: 'e6' });
  game.watchFlag();
  vi.advanceTimersByTime(9_900);
  expect(game.rendered.state.status).toBe('live');
  vi.advanceTimersByTime(200);
  expect(game.rendered.state.result).toMatchObject({ winner: 'north', by: 'time' });
});

test('a cancelled flag does not fall', () => {
  const game = newGame();
  game.watchFlag()?.();
  vi.advanceTimersByTime(60_000);
  expect(game.rendered.state.status).toBe('live');
});

test('a failed command sets a notice until the next successful one', () => {
  const game = newGame();
  expect(game.mayUndo).toBe(false);
  game.undo();
  expect(game.notice).toMatch(/take back/);
  game.send({ type: 'move', ply: 1, from: 'd2', to: 'd3' });
  expect(game.notice).toBeUndefined();
  expect([game.mayUndo, game.mayRedo]).toEqual([true, false]);
  game.undo();
  expect([game.mayUndo, game.mayRedo]).toEqual([false, true]);
  game.redo();
  expect(game.rendered.history.position.ply).toBe(2);
});

test('a stored game is restored as it was, paused', () => {
  const storage = memoryStorage();
  const game = newGame();
  vi.advanceTimersByTime(4000);
  storeGame(storage, { log: [...game.log], turning: 'turns' });
  storeSeenAt(storage, Date.now());
  vi.advanceTimersByTime(3_600_000);
  const here = storedGame(storage);
  if (here === undefined) throw new Error('nothing was stored');
  expect(here.stored.turning).toBe('turns');
  const again = new LocalGame(here.stored.log, Date.now);
  again.resume(here.seenAt);
  expect(again.watchFlag()).toBeUndefined();
  expect(again.remaining('south', Date.now())).toBe(6000);
  removeGame(storage);
  expect(storedGame(storage)).toBeUndefined();
});

test('an unreadable stored game counts as none', () => {
  const storage = memoryStorage();
  for (const text of ['', '{', '{"log":[],"turning":"stays"}', '{"log":[{"seq":"one"}]}']) {
    storage.write('local game', text);
    expect(storedGame(storage)).toBeUndefined();
  }
});

test('the next form starts with the settings of the last game', () => {
  const settings = { ...DEFAULT_SETTINGS, setup: 'short', time: clock } as const;
  const draft = draftOf({ settings, players: [{ side: 'north', name: 'Ben' }], turning: 'turns' });
  expect(draft).toMatchObject({ table: { setup: 'short', time: 'clock', seconds: 0 }, turning: 'turns' });
  expect(playersOf(draft, ['south', 'north']).map(({ name }) => name)).toEqual(['Player 1', 'Ben']);
});
