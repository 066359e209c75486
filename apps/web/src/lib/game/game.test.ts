import {
  type Broadcast,
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
import { settingsOf } from '#lib/lobby/offers.ts';
import { ServerClock } from '#lib/net/server-clock.ts';
import { Game, type Wire } from './game.svelte.ts';

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

/** A server in the hand: what was asked of it, and what it will answer next. */
function fakeWire() {
  const sent: { commandId: CommandId; command: Command }[] = [];
  const watched: number[] = [];
  let tell: (message: Broadcast<'game:events'>) => void = () => {};
  let connect: () => void = () => {};
  const server = {
    sent,
    watched,
    log: [...begun],
    answer: (): { ok: true; seq: number } | { ok: false; refusal: Refusal } | 'lost' => 'lost',
    tell: (events: LoggedEvent[]) => tell({ gameId: id, events, now: 3000 }),
    reconnect: async () => {
      connect();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
  const wire = {
    status: 'connecting',
    clock: new ServerClock(() => 3000),
    on: (name: string, hear: typeof tell) => {
      if (name === 'game:events') tell = hear;
      return () => {};
    },
    onConnect: (greet: () => void) => {
      connect = greet;
      return () => {};
    },
    request: async (name: string, payload: { after?: number; commandId?: CommandId; command?: Command }) => {
      if (name === 'game:watch') {
        watched.push(payload.after ?? 0);
        return { ok: true, value: { events: server.log.slice(payload.after), now: 3000, presence: NOBODY } };
      }
      if (payload.commandId === undefined || payload.command === undefined) return 'lost';
      sent.push({ commandId: payload.commandId, command: payload.command });
      const answer = server.answer();
      if (answer === 'lost' || !answer.ok) return answer;
      return { ok: true, value: { seq: answer.seq } };
    },
  } as unknown as Wire;
  return { server, wire };
}

function followed() {
  const { server, wire } = fakeWire();
  const log: GameLog = { id, events: begun, now: 3000 };
  const game = new Game(wire, log);
  game.follow();
  return { server, game, log, wire };
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

test('an own move shows at once and stays while its events are on their way', async () => {
  const { game, server } = followed();
  server.answer = () => ({ ok: true, seq: 5 });
  game.send(move);
  expect(game.pending).toBe(true);
  expect(game.history.position.ply).toBe(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(game.history.position.ply).toBe(2);
  expect(game.state.seq).toBe(4);
  server.tell([played(5, server.sent[0]?.commandId)]);
  expect(game.pending).toBe(false);
  expect(game.state.seq).toBe(5);
});

test('a refused move goes back, and the refusal says why', async () => {
  const { game, server } = followed();
  server.answer = () => ({ ok: false, refusal: { code: 'stale', ply: 2 } });
  game.send(move);
  await vi.advanceTimersByTimeAsync(0);
  expect(game.pending).toBe(false);
  expect(game.notice).toMatch(/moved on/);
});

test('a move whose answer was lost is sent again under the same id after a reconnect', async () => {
  const { game, server } = followed();
  game.send(move);
  await vi.advanceTimersByTimeAsync(0);
  expect(game.pending).toBe(true);
  server.answer = () => ({ ok: true, seq: 5 });
  await server.reconnect();
  expect(server.sent).toHaveLength(2);
  expect(server.sent[1]).toEqual(server.sent[0]);
});

test('a move that was done though its answer was lost is not sent again', async () => {
  const { game, server } = followed();
  game.send(move);
  await vi.advanceTimersByTimeAsync(0);
  server.log.push(played(5, server.sent[0]?.commandId));
  await server.reconnect();
  expect(server.sent).toHaveLength(1);
  expect(game.pending).toBe(false);
  expect(game.state.seq).toBe(5);
});

test('what could not be saved is kept, said, and tried again', async () => {
  const { game, server } = followed();
  server.answer = () => ({ ok: false, refusal: { code: 'not-saved' } });
  game.send(move);
  await vi.advanceTimersByTimeAsync(0);
  expect(game.notice).toBe('Not saved yet. Trying again.');
  expect(game.pending).toBe(true);
  server.answer = () => ({ ok: true, seq: 5 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.sent).toHaveLength(2);
  expect(game.notice).toBeUndefined();
});

test('a gap means ask, from the last event there is', async () => {
  const { game, server } = followed();
  server.log.push(played(5), { seq: 6, at: 4000, event: { type: 'out', side: 'north', by: 'resignation' } });
  server.tell(server.log.slice(5));
  await vi.advanceTimersByTimeAsync(0);
  expect(server.watched).toEqual([4]);
  expect(game.state.seq).toBe(6);
});

test('an unanswered move survives a reload of the page', async () => {
  const { game, server, log } = followed();
  game.send(move);
  await vi.advanceTimersByTimeAsync(0);
  const after = fakeWire();
  const reloaded = new Game(after.wire, log);
  reloaded.follow();
  expect(reloaded.pending).toBe(true);
  await after.server.reconnect();
  expect(after.server.sent[0]).toEqual(server.sent[0]);
});
