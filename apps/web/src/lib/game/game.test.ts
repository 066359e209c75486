import {
  type Command,
  type CommandId,
  GameId,
  type GameLog,
  type LoggedEvent,
  PlayerId,
  type Presence,
  type Refusal,
} from '@terrace/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settingsOf } from '#lib/game-settings/table-options.ts';
import { FakeConnection } from '#lib/net/testing/fake-connection.ts';
import { Game } from './game.svelte.ts';

const id = GameId.parse('game00000001');
const south = { id: PlayerId.parse('player-south'), name: 'South guest' };
const north = { id: PlayerId.parse('player-north'), name: 'North guest' };
const begun: LoggedEvent[] = [
  { seq: 1, at: 1000, event: { type: 'created', settings: settingsOf('long', null), host: south } },
  { seq: 2, at: 1000, event: { type: 'seated', side: 'south', player: south } },
  { seq: 3, at: 2000, event: { type: 'seated', side: 'north', player: north } },
  { seq: 4, at: 2000, event: { type: 'started' } },
];
const NOBODY: Presence = { watching: 0, names: [], away: [] };
const move: Command = { type: 'move', ply: 1, from: 'e2', to: 'e3' };
const played = (seq: number, commandId?: CommandId): LoggedEvent => ({
  seq,
  at: 3000,
  ...(commandId === undefined ? {} : { commandId, by: south.id }),
  event: { type: 'moved', ply: 1, from: 'e2', to: 'e3', remainingMs: null },
});

function fakeServer() {
  const server = {
    log: [...begun],
    answer: (): { ok: true; seq: number; events?: LoggedEvent[] } | { ok: false; refusal: Refusal } | 'lost' => 'lost',
    get sent() {
      return connection.sent('game:command') as { commandId: CommandId; command: Command }[];
    },
    get watched() {
      return connection.sent('game:watch').map((payload) => (payload as { after: number }).after);
    },
    broadcast: (events: LoggedEvent[]) => connection.broadcast('game:events', { gameId: id, events, now: 3000 }),
    disconnect: () => {
      connection.status = 'connecting';
    },
    reconnect: async () => {
      connection.connect();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
  const connection = new FakeConnection((name, { after }: { after?: number }) => {
    if (name === 'game:watch')
      return { ok: true, value: { events: server.log.slice(after), now: 3000, presence: NOBODY } };
    const answer = server.answer();
    return answer === 'lost' || !answer.ok
      ? answer
      : { ok: true, value: { seq: answer.seq, ...(answer.events && { events: answer.events }) } };
  });
  connection.status = 'connecting';
  return { server, connection: connection.asConnection };
}

function followed() {
  const { server, connection } = fakeServer();
  const log: GameLog = { id, events: begun, now: 3000 };
  const game = new Game(connection, log);
  const lifetime = new AbortController();
  game.subscribe(lifetime.signal);
  return { server, game, log, lifetime };
}

async function send(game: Game, command: Command): Promise<void> {
  game.send(command);
  await vi.advanceTimersByTimeAsync(0);
}

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a player's own move is shown at once and stays until its events arrive", async () => {
  const { game, server } = followed();
  server.answer = () => ({ ok: true, seq: 5 });
  game.send(move);
  expect(game.rendered.pending).toBe(true);
  expect(game.rendered.history.position.ply).toBe(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(game.rendered.history.position.ply).toBe(2);
  expect(game.rendered.state.seq).toBe(4);
  server.broadcast([played(5, server.sent[0]?.commandId)]);
  expect(game.rendered.pending).toBe(false);
  expect(game.rendered.state.seq).toBe(5);
});

test('an answer with events completes the move', async () => {
  const { game, server } = followed();
  server.answer = () => ({ ok: true, seq: 5, events: [played(5, server.sent[0]?.commandId)] });
  await send(game, move);
  expect(game.rendered.pending).toBe(false);
  expect(game.rendered.state.seq).toBe(5);
  expect(server.watched).toEqual([]);
});

test('a gap before the events in an answer is requested', async () => {
  const { game, server } = followed();
  server.log.push({ seq: 5, at: 2500, event: { type: 'offered', offer: 'draw', side: 'north' } });
  server.answer = () => {
    const events = [played(6, server.sent[0]?.commandId)];
    server.log.push(...events);
    return { ok: true, seq: 6, events };
  };
  await send(game, move);
  expect(game.rendered.state.seq).toBe(6);
});

test('a refused move is undone, and the page shows the reason', async () => {
  const { game, server } = followed();
  server.answer = () => ({ ok: false, refusal: { code: 'stale', ply: 2 } });
  await send(game, move);
  expect(game.rendered.pending).toBe(false);
  expect(game.notice).toMatch(/moved on/);
});

test('after a reconnect, a move without an answer is sent again under the same id', async () => {
  const { game, server } = followed();
  await send(game, move);
  expect(game.rendered.pending).toBe(true);
  server.answer = () => ({ ok: true, seq: 5 });
  await server.reconnect();
  expect(server.sent).toHaveLength(2);
  expect(server.sent[1]).toEqual(server.sent[0]);
});

test('a move that is already in the log is not sent again after a lost answer', async () => {
  const { game, server } = followed();
  await send(game, move);
  server.log.push(played(5, server.sent[0]?.commandId));
  await server.reconnect();
  expect(server.sent).toHaveLength(1);
  expect(game.rendered.pending).toBe(false);
  expect(game.rendered.state.seq).toBe(5);
});

test('a move that could not be saved is kept, reported and retried', async () => {
  const { game, server } = followed();
  server.answer = () => ({ ok: false, refusal: { code: 'not-saved' } });
  await send(game, move);
  expect(game.notice).toBe('Not saved yet. Trying again.');
  expect(game.rendered.pending).toBe(true);
  server.answer = () => ({ ok: true, seq: 5 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.sent).toHaveLength(2);
  expect(game.notice).toBeUndefined();
});

test('a gap requests the events after the last known one', async () => {
  const { game, server } = followed();
  server.log.push(played(5), { seq: 6, at: 4000, event: { type: 'out', side: 'north', by: 'resignation' } });
  server.broadcast(server.log.slice(5));
  await vi.advanceTimersByTimeAsync(0);
  expect(server.watched).toEqual([4]);
  expect(game.rendered.state.seq).toBe(6);
});

test('a refresh requests unpublished events after the last known one', async () => {
  const { game, server } = followed();
  await server.reconnect();
  server.log.push(played(5));
  game.refresh();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.watched).toEqual([4, 4]);
  expect(game.rendered.state.seq).toBe(5);
});

test('an unanswered move survives a reload', async () => {
  const { game, server, log } = followed();
  await send(game, move);
  const after = fakeServer();
  const reloaded = new Game(after.connection, log);
  reloaded.subscribe(new AbortController().signal);
  expect(reloaded.rendered.pending).toBe(true);
  await after.server.reconnect();
  expect(after.server.sent[0]).toEqual(server.sent[0]);
});

test('an unreadable stored outbox counts as empty', () => {
  kept.set(`outbox ${id}`, 'nonsense');
  expect(followed().game.rendered.pending).toBe(false);
});

test("a player's own move stays while events of other commands arrive", async () => {
  const { game, server } = followed();
  game.send(move);
  server.broadcast([{ seq: 5, at: 3000, event: { type: 'offered', offer: 'draw', side: 'north' } }]);
  expect([game.rendered.pending, game.rendered.state.seq]).toEqual([true, 5]);
});

const resignation: Command = { type: 'resign' };

test("a command made before the page's first connection is sent after it", async () => {
  const { game, server } = followed();
  game.send(resignation);
  expect(game.notice).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2_900);
  await server.reconnect();
  await server.reconnect();
  expect(server.sent).toMatchObject([{ command: resignation }]);
});

test('a command is abandoned after three seconds without a first connection', async () => {
  const { game, server } = followed();
  game.send(resignation);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(game.notice).toMatch(/^Not sent/);
  await server.reconnect();
  expect(server.sent).toEqual([]);
  expect(game.notice).toBeUndefined();
});

test('a resignation without a connection is never sent, and the player is notified', async () => {
  const { game, server } = followed();
  await server.reconnect();
  server.disconnect();
  game.send(resignation);
  expect(game.notice).toMatch(/^Not sent/);
  await server.reconnect();
  expect(server.sent).toEqual([]);
  expect(game.notice).toBeUndefined();
});

test('a resignation with a lost answer is not sent again, and the player is notified', async () => {
  const { game, server, log } = followed();
  await server.reconnect();
  game.send(resignation);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.sent).toHaveLength(1);
  expect(game.notice).toMatch(/didn't answer/);
  await server.reconnect();
  expect(server.sent).toHaveLength(1);
  const after = fakeServer();
  new Game(after.connection, log).subscribe(new AbortController().signal);
  await after.server.reconnect();
  expect(after.server.sent).toEqual([]);
});

test('a command that repeats an unanswered one is not sent', async () => {
  const { game, server } = followed();
  await server.reconnect();
  server.answer = () => ({ ok: false, refusal: { code: 'not-saved' } });
  await send(game, resignation);
  game.send(resignation);
  await send(game, { type: 'offer', offer: 'draw' });
  expect(server.sent.map(({ command }) => command.type)).toEqual(['resign', 'offer']);
});

test("a move is sent even if the browser's storage is full", async () => {
  const { server, game } = followed();
  vi.stubGlobal('sessionStorage', {
    setItem: () => {
      throw new DOMException('no room', 'QuotaExceededError');
    },
  });
  await server.reconnect();
  server.answer = () => ({ ok: true, seq: 5 });
  await send(game, move);
  expect(server.sent.map(({ command }) => command)).toEqual([move]);
});

test('a game works while the browser blocks storage', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const { server, game } = followed();
  await server.reconnect();
  expect(game.rendered.history.position.ply).toBe(1);
});

test('a closed page sends no retries', async () => {
  const { game, server, lifetime } = followed();
  await server.reconnect();
  server.answer = () => ({ ok: false, refusal: { code: 'not-saved' } });
  await send(game, move);
  expect(vi.getTimerCount()).toBe(1);
  lifetime.abort();
  expect(vi.getTimerCount()).toBe(0);
  game.send({ type: 'resign' });
  await vi.runAllTimersAsync();
  expect(server.sent).toHaveLength(2);
});

test('missing events of an accepted move are requested', async () => {
  const { game, server } = followed();
  await server.reconnect();
  server.answer = () => ({ ok: true, seq: 5 });
  await send(game, move);
  server.log.push(played(5, server.sent[0]?.commandId));
  await vi.advanceTimersByTimeAsync(1500);
  expect(server.watched).toEqual([4, 4]);
  expect(game.rendered.pending).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

const GRACE_MS = 1000;

test('a move with a grace period is shown at once and sent afterwards', async () => {
  const { game, server } = followed();
  server.answer = () => ({ ok: true, seq: 5 });
  game.send(move, GRACE_MS);
  expect([game.hold !== undefined, game.rendered.pending, game.rendered.history.position.ply]).toEqual([true, true, 2]);
  await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
  expect(server.sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(server.sent.map(({ command }) => command)).toEqual([move]);
  expect([game.hold !== undefined, game.rendered.pending]).toEqual([false, true]);
});

test('a move withdrawn in its grace period is never sent, even after a reconnect', async () => {
  const { game, server } = followed();
  game.send(move, GRACE_MS);
  await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
  await server.reconnect();
  expect(server.sent).toEqual([]);
  game.withdraw();
  expect([game.hold !== undefined, game.rendered.pending, game.rendered.history.position.ply]).toEqual([
    false,
    false,
    1,
  ]);
  await vi.advanceTimersByTimeAsync(GRACE_MS);
  await server.reconnect();
  expect(server.sent).toEqual([]);
});

test('leaving the page in the grace period sends the move', async () => {
  const { game, server, lifetime } = followed();
  server.answer = () => ({ ok: true, seq: 5 });
  game.send(move, GRACE_MS);
  lifetime.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.sent.map(({ command }) => command)).toEqual([move]);
});

test('another command in the grace period is sent after the move', async () => {
  const { game, server } = followed();
  await server.reconnect();
  game.send(move, GRACE_MS);
  await send(game, { type: 'offer', offer: 'draw' });
  expect(server.sent.map(({ command }) => command.type)).toEqual(['move', 'offer']);
});

test('a held move that the game has overtaken is dropped', async () => {
  const { game, server } = followed();
  await server.reconnect();
  game.send(move, GRACE_MS);
  server.broadcast([played(5)]);
  expect([game.hold !== undefined, game.rendered.pending]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(GRACE_MS);
  expect(server.sent).toEqual([]);
  expect(game.notice).toBeUndefined();
});
