import { fold } from '@terrace/game';
import { type GameEvent, type LoggedEvent, PlayerId, type Presence, type Settings } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { expect, test } from 'vitest';
import { settingsOf, times } from '#lib/game-settings/table-options.ts';
import { bannersFor } from './banners.ts';

const player = (side: Side) => ({ id: PlayerId.parse(`player-${side}`), name: side });
const SEATS: readonly Side[] = ['south', 'north', 'east'];

const after = (...events: readonly GameEvent[]) => inGame(times['5+3'], events);

function inGame(time: Settings['time'], events: readonly GameEvent[] = []) {
  const log: GameEvent[] = [
    { type: 'created', settings: settingsOf('three', time), host: player('south') },
    ...SEATS.map((side): GameEvent => ({ type: 'seated', side, player: player(side) })),
    { type: 'started' },
    ...events,
  ];
  const logged = log.map((event, n): LoggedEvent => ({ seq: n + 1, at: 1000, event }));
  const state = fold(null, logged);
  if (state === null) throw new Error('no game');
  return state;
}
const nobody: Presence = { watching: 0, names: [], away: [] };
const away: Presence = { ...nobody, away: [{ side: 'east', since: 0, claimableAt: 500 }] };
const moved = (ply: number, from: string, to: string): GameEvent => ({
  type: 'moved',
  ply,
  from,
  to,
  remainingMs: 300_000,
});
const draw: GameEvent = { type: 'offered', offer: 'draw', side: 'north' };

const kinds = (state: ReturnType<typeof after>, you: Side | undefined, presence = nobody, now = 11_000) =>
  bannersFor({ state, presence, you, called: true, now }).map(({ kind }) => kind);

test("offers to the player come first, and the player's own offers come after a pause", () => {
  const state = after(draw, { type: 'paused', until: 9000 });
  expect(kinds(state, 'south')).toEqual(['offer', 'paused', 'call']);
  expect(kinds(state, 'north')).toEqual(['paused', 'offer', 'call']);
  expect(kinds(state, undefined)).toEqual(['paused', 'offer', 'call']);
});

test('only players can claim against an opponent who has been away long enough', () => {
  const eastToMove = after(moved(1, 'c1', 'c2'), moved(2, 'd8', 'd7'));
  expect(kinds(eastToMove, 'south', away)).toEqual(['away', 'call']);
  expect(kinds(eastToMove, 'south', { ...nobody, away: [{ side: 'east', since: 0, claimableAt: 12_000 }] })).toEqual([
    'call',
  ]);
  expect(kinds(eastToMove, 'east', away)).toEqual(['call']);
  expect(kinds(eastToMove, undefined, away)).toEqual(['call']);
  const southOut = after({ type: 'out', side: 'south', by: 'resignation' }, moved(1, 'd8', 'd7'));
  expect(kinds(southOut, 'south', away)).toEqual(['call']);
});

test('a player is not claimed while the game waits for another side, nor at the start of the turn', () => {
  expect(kinds(after(), 'south', away)).toEqual(['call']);
  expect(kinds(after(moved(1, 'c1', 'c2'), moved(2, 'd8', 'd7')), 'south', away, 10_999)).toEqual(['call']);
});

test('correspondence games and games without a clock allow no claim, however long a player is away', () => {
  for (const time of [times.none, times.days]) expect(kinds(inGame(time), 'south', away)).toEqual(['call']);
});

test('a finished game has no banners, because the ending shows the result and the rematch', () => {
  const ended: GameEvent = {
    type: 'ended',
    result: { winner: null, by: 'agreement', places: [['south', 'north', 'east']] },
  };
  const rematch: GameEvent = { type: 'offered', offer: 'rematch', side: 'east' };
  expect(kinds(after(ended), 'south')).toEqual([]);
  expect(kinds(after(ended, rematch), 'south')).toEqual([]);
});
