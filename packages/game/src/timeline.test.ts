import { DEFAULT_SETTINGS, type GameEvent, type LoggedEvent, PlayerId } from '@terrace/protocol';
import { places, type Side, squareName } from '@terrace/rules';
import { expect, test } from 'vitest';
import { foldLog, undoneMove } from './timeline.ts';

const player = (side: Side) => ({ id: PlayerId.parse(`player-${side}`), name: side });
const move = (ply: number, from: string, to: string): GameEvent => ({
  type: 'moved',
  ply,
  from,
  to,
  remainingMs: null,
});

function played(...events: readonly GameEvent[]) {
  const log: GameEvent[] = [
    { type: 'created', settings: { ...DEFAULT_SETTINGS, setup: 'three', time: null }, host: player('south') },
    ...(['south', 'north', 'east'] as const).map((side): GameEvent => ({ type: 'seated', side, player: player(side) })),
    { type: 'started' },
    ...events,
  ];
  const logged = log.map((event, n): LoggedEvent => ({ seq: n + 1, at: 1000, event }));
  const [half, rest] = [logged.slice(0, 6), logged.slice(6)];
  const all = foldLog(foldLog(null, half), rest);
  if (all === null) throw new Error('nothing was played');
  return all;
}

test('moves taken back stay in the timeline as undone', () => {
  const { timeline, state } = played(
    move(1, 'c1', 'c3'),
    move(2, 'f8', 'f6'),
    move(3, 'h3', 'g3'),
    { type: 'undone', ply: 2 },
    move(2, 'c8', 'c6'),
  );
  expect(timeline.moves.map(({ undone }) => undone)).toEqual([false, true, true, false]);
  expect(timeline.moves.at(-1)?.after).toBe(state.history);
});

test('moves taken back can be played again one after another, and not after another move', () => {
  const opening = [move(1, 'c1', 'c3'), move(2, 'f8', 'f6'), move(3, 'h3', 'g3')];
  const redo = (...events: readonly GameEvent[]) => {
    const { timeline, state } = played(...opening, ...events);
    const again = undoneMove(timeline, state.history);
    return again && squareName(8, again.from) + squareName(8, again.to);
  };
  expect(redo()).toBeUndefined();
  expect(redo({ type: 'undone', ply: 2 })).toBe('f8f6');
  expect(redo({ type: 'undone', ply: 2 }, move(2, 'f8', 'f6'))).toBe('h3g3');
  expect(redo({ type: 'undone', ply: 2 }, move(2, 'c8', 'c6'))).toBeUndefined();
  expect(redo({ type: 'undone', ply: 2 }, move(2, 'c8', 'c6'), { type: 'undone', ply: 2 })).toBe('c8c6');
  expect(redo({ type: 'undone', ply: 1 })).toBe('c1c3');
});

test('a departure is kept with its reason and the number of moves before it', () => {
  const { timeline, state } = played(move(1, 'c1', 'c3'), { type: 'out', side: 'north', by: 'time' });
  expect(timeline.departures).toEqual([{ side: 'north', by: 'time', after: 1 }]);
  expect(places(state.history).at(-1)).toEqual(['north']);
});

test('a game that was called off has its reason', () => {
  expect(played({ type: 'closed', by: 'abort' }).timeline.closed).toBe('abort');
});

test('declined and expired reservations keep their player', () => {
  const log: GameEvent[] = [
    { type: 'created', settings: { ...DEFAULT_SETTINGS, setup: 'three', time: null }, host: player('south') },
    { type: 'seated', side: 'south', player: player('south') },
    { type: 'reserved', side: 'north', player: player('north') },
    { type: 'reserved', side: 'east', player: player('east') },
    { type: 'declined', side: 'north' },
    { type: 'expired', side: 'east' },
  ];
  const all = foldLog(
    null,
    log.map((event, n): LoggedEvent => ({ seq: n + 1, at: 1000, event })),
  );
  expect(all?.timeline.declined).toEqual([
    { side: 'north', by: 'declined', player: player('north') },
    { side: 'east', by: 'expired', player: player('east') },
  ]);
});
