import { messages } from '@terrace/messages';
import { GameId, PlayerId, type Refusal } from '@terrace/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settingsOf } from '#lib/game-settings/table-options.ts';
import { FakeConnection } from '#lib/net/testing/fake-connection.ts';
import { toaster } from '#lib/ui/toaster.svelte.ts';
import { TableActions } from './table-actions.svelte.ts';

const gameId = GameId.parse('game00000001');
const me = PlayerId.parse('player-me');
const text = messages.site.connection;
const seating = { side: null, reserved: [], computers: [] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function lobby(status: FakeConnection['status']) {
  const waiting: ((answer: unknown) => void)[] = [];
  const connection = new FakeConnection(() => new Promise((resolve) => waiting.push(resolve)));
  connection.status = status;
  const page = new AbortController();
  const actions = new TableActions(connection.asConnection, { view: { tables: [] } }, me, page.signal);
  const answer = async (refusal?: Refusal) => {
    await vi.waitFor(() => expect(waiting).not.toEqual([]));
    waiting.shift()?.(refusal ? { ok: false, refusal } : { ok: true, value: { gameId, seq: 1 } });
  };
  return { actions, connection, page, answer };
}

test('an action without a connection shows a message at once and times out after ten seconds', async () => {
  const { actions } = lobby('connecting');
  const result = actions.sit(gameId, null);
  expect([actions.busy, toaster.text]).toEqual([true, text.trying]);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(actions.busy).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toBeUndefined();
  expect([actions.busy, toaster.text]).toEqual([false, text.notSent]);
});

test('a slow action shows that it is pending, and other actions are ignored until it ends', async () => {
  const { actions, connection, answer } = lobby('connected');
  toaster.show('before');
  const result = actions.open(settingsOf('long', null), seating);
  expect(await actions.sit(gameId, null)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(toaster.text).toBe(text.slow);
  await answer();
  expect(await result).toBe(gameId);
  expect([actions.busy, connection.requests.length]).toEqual([false, 1]);
  expect(vi.getTimerCount()).toBe(1); // the toast's own timer
});

test('a connected action that times out shows that the server did not answer', async () => {
  const { actions } = lobby('connected');
  const result = actions.play({ settings: settingsOf('long', null), side: null });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await result).toBeUndefined();
  expect(toaster.text).toBe(text.unanswered);
});

test('an action can be repeated after a timeout or a refusal', async () => {
  const { actions, answer } = lobby('connected');
  const first = actions.sit(gameId, null);
  await answer({ code: 'busy', retryMs: 1 });
  expect(await first).toBeUndefined();
  expect(actions.refusal?.code).toBe('busy');
  const second = actions.sit(gameId, null);
  await answer();
  expect(await second).toBe(gameId);
});

test('leaving the page ends an action without a message', async () => {
  const { actions, page } = lobby('connected');
  toaster.show('before');
  const result = actions.sit(gameId, null);
  page.abort();
  expect(await result).toBeUndefined();
  await vi.advanceTimersByTimeAsync(3000);
  expect(toaster.text).toBe('before');
});
