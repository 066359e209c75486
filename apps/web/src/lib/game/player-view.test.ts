import { GameId, type LoggedEvent, PlayerId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { settingsOf } from '#lib/game-settings/table-options.ts';
import { FakeConnection } from '#lib/net/testing/fake-connection.ts';
import { Game } from './game.svelte.ts';
import { PlayerView } from './player-view.svelte.ts';

const south = { id: PlayerId.parse('player-south'), name: 'South guest' };
const north = { id: PlayerId.parse('player-north'), name: 'North guest' };
const settings = settingsOf('long', { kind: 'clock', initialMs: 60_000, incrementMs: 0 });
const events: LoggedEvent[] = [
  { seq: 1, at: 1000, event: { type: 'created', settings, host: south } },
  { seq: 2, at: 1000, event: { type: 'seated', side: 'south', player: south } },
  { seq: 3, at: 2000, event: { type: 'seated', side: 'north', player: north } },
  { seq: 4, at: 2000, event: { type: 'started' } },
];
/** A game id per test, because unanswered moves are stored by id. */
let games = 0;

function northView() {
  games += 1;
  const id = GameId.parse(`game${String(games).padStart(8, '0')}`);
  const connection = new FakeConnection(() => 'lost');
  const game = new Game(connection.asConnection, { id, now: 3000, events });
  game.subscribe(new AbortController().signal);
  return {
    view: new PlayerView(game, () => north.id),
    broadcast: (...fresh: LoggedEvent[]) =>
      connection.broadcast('game:events', { gameId: id, events: fresh, now: 3000 }),
    sent: () => connection.sent('game:command').map((payload) => (payload as { command: unknown }).command),
  };
}

const moved = (seq: number, ply: number, from: string, to: string): LoggedEvent => ({
  seq,
  at: 3000,
  event: { type: 'moved', ply, from, to, remainingMs: 60_000 },
});

test('a queued move is sent when its turn begins', () => {
  const { view, broadcast, sent } = northView();
  view.play('e7e6');
  expect([view.selection.state.kind, sent()]).toEqual(['queued', []]);
  broadcast(moved(5, 1, 'e2', 'e3'));
  expect(sent()).toEqual([{ type: 'move', ply: 2, from: 'e7', to: 'e6', planned: true }]);
  expect(view.shown.position.ply).toBe(3);
});

test('a queued move is sent while an earlier position is viewed', () => {
  const { view, broadcast, sent } = northView();
  broadcast(moved(5, 1, 'e2', 'e3'), moved(6, 2, 'd7', 'd6'));
  view.play('e7e6');
  view.show(0);
  broadcast(moved(7, 3, 'd2', 'd3'));
  expect(sent()).toEqual([{ type: 'move', ply: 4, from: 'e7', to: 'e6', planned: true }]);
  expect(view.live).toBe(true);
});

test('a queued move that is illegal on its turn is dropped, and the player is notified', () => {
  const { view, broadcast, sent } = northView();
  view.play('e7f6');
  broadcast(moved(5, 1, 'e2', 'e3'));
  expect([view.selection.state.kind, sent()]).toEqual(['none', []]);
  expect(view.sentence).toMatch(/e7.*f6/);
});

test('a takeback cancels a queued move', () => {
  const { view, broadcast, sent } = northView();
  broadcast(moved(5, 1, 'e2', 'e3'), moved(6, 2, 'd7', 'd6'));
  view.play('e7e6');
  broadcast({ seq: 7, at: 3000, event: { type: 'undone', ply: 2 } });
  expect([view.selection.state.kind, sent()]).toEqual(['none', []]);
});
