import { fold, type GameState, recordOf } from '@terrace/game';
import { type Command, DEFAULT_SETTINGS, type LoggedEvent, type Settings } from '@terrace/protocol';
import { formatPosition, formatRecord, parseRecord, type Side } from '@terrace/rules';
import { expect, test } from 'vitest';
import { applyCommand, resumeEvents, startTable, type TableResult, takeBack, undoneMoves } from './local-table.ts';

const NOON = 1_700_000_000_000;
const MINUTE = 60_000;
const clock = { kind: 'clock', initialMs: MINUTE, incrementMs: 2000 } as const;
const TWO: readonly Side[] = ['south', 'north'];
const FOUR: readonly Side[] = ['south', 'west', 'north', 'east'];

function tableFor(seats: readonly Side[], settings: Partial<Settings>) {
  const begun = startTable(
    { ...DEFAULT_SETTINGS, ...settings },
    seats.map((side) => ({ side, name: `${side}'s person` })),
    NOON,
  );
  if (!begun.ok) throw new Error(begun.error.code);
  const table = {
    now: NOON,
    log: begun.value as readonly LoggedEvent[],
    get state(): GameState {
      const state = fold(null, table.log);
      if (state === null) throw new Error('an empty log');
      return state;
    },
    take(came: TableResult): string {
      if (!came.ok) return came.error.code;
      table.log = [...table.log, ...came.value];
      return came.value.map(({ event }) => event.type).join(' ');
    },
    ask: (command: Command) => table.take(applyCommand(table.state, command, table.now)),
    play: (from: string, to: string) => table.ask({ type: 'move', ply: table.state.history.position.ply, from, to }),
  };
  return table;
}

test('a started table has all players seated and its game running', () => {
  const { state } = tableFor(FOUR, { setup: 'four', time: null });
  expect(state.status).toBe('live');
  expect(state.seats.map(({ side, player }) => [side, player?.name])).toEqual(
    FOUR.map((side) => [side, `${side}'s person`]),
  );
});

test('a table with a missing seat does not start', () => {
  const begun = startTable({ ...DEFAULT_SETTINGS, setup: 'four' }, [{ side: 'south', name: 'Ann' }], NOON);
  expect(begun.ok && fold(null, begun.value)?.status).toBe('open');
  expect(startTable(DEFAULT_SETTINGS, [{ side: 'west', name: 'Ann' }], NOON)).toMatchObject({
    error: { code: 'no-such-seat' },
  });
});

test('a command counts for the side to move', () => {
  const table = tableFor(TWO, { time: null });
  expect(table.play('d2', 'd3')).toBe('moved');
  expect(table.play('d3', 'd4')).toBe('illegal-move');
  expect(table.play('e7', 'e6')).toBe('moved');
  expect(table.ask({ type: 'resign' })).toBe('out ended');
  expect(table.state.result).toMatchObject({ winner: 'north', by: 'resignation' });
});

test('a draw offer ends the game at once, on behalf of all players', () => {
  const table = tableFor(FOUR, { setup: 'four', time: null });
  table.ask({ type: 'resign' });
  expect(table.ask({ type: 'offer', offer: 'draw' })).toBe('offered agreed agreed ended');
  expect(table.state.result).toMatchObject({
    winner: null,
    by: 'agreement',
    places: [['west', 'north', 'east'], ['south']],
  });
});

test('any number of moves can be undone and redone', () => {
  const table = tableFor(TWO, { time: null });
  table.play('d2', 'd3');
  table.play('e7', 'e6');
  const after = formatPosition(table.state.history.position);
  expect(table.take(takeBack(table.state, NOON))).toBe('undone');
  expect(table.take(takeBack(table.state, NOON))).toBe('undone');
  expect(table.take(takeBack(table.state, NOON))).toBe('nothing-to-take-back');
  expect(undoneMoves(table.log).map(({ from, to }) => `${from}-${to}`)).toEqual(['d2-d3', 'e7-e6']);
  for (const { from, to } of undoneMoves(table.log)) table.play(from, to);
  expect(undoneMoves(table.log)).toEqual([]);
  expect(formatPosition(table.state.history.position)).toBe(after);
});

test('another move clears the moves to redo', () => {
  const table = tableFor(TWO, { time: null });
  table.play('d2', 'd3');
  table.play('e7', 'e6');
  table.take(takeBack(table.state, NOON));
  table.take(takeBack(table.state, NOON));
  table.play('e2', 'e3');
  expect(undoneMoves(table.log)).toEqual([]);
});

test('a departure cannot be undone, and clears the moves to redo', () => {
  const table = tableFor(FOUR, { setup: 'four', time: null });
  table.play('c1', 'c2');
  table.take(takeBack(table.state, NOON));
  table.ask({ type: 'resign' });
  expect(undoneMoves(table.log)).toEqual([]);
  expect(table.take(takeBack(table.state, NOON))).toBe('nothing-to-take-back');
});

test('Fischer clocks run, and a flag falls when the time is over, not before', () => {
  const table = tableFor(TWO, { time: clock });
  table.now += 10_000;
  table.play('d2', 'd3');
  expect(table.state.clock?.remainingMs).toMatchObject({ south: 52_000, north: MINUTE });
  table.play('e7', 'e6');
  table.now += 52_000 - 1;
  expect(table.ask({ type: 'flag' })).toBe('time-left');
  table.now += 1;
  expect(table.ask({ type: 'flag' })).toBe('out ended');
  expect(table.state.result).toMatchObject({ winner: 'north', by: 'time' });
});

test('with four sides, a flag eliminates one and the others play on', () => {
  const table = tableFor(FOUR, { setup: 'four', time: clock });
  table.now += MINUTE;
  expect(table.ask({ type: 'flag' })).toBe('out');
  expect(table.state.history.position).toMatchObject({ out: ['south'], turn: 'west' });
});

test('a resumed game has lost no time, and stays paused until it continues', () => {
  const table = tableFor(TWO, { time: clock });
  table.now += 5000;
  table.log = [...table.log, ...resumeEvents(table.state, table.now, table.now + 24 * 60 * MINUTE)];
  table.now += 24 * 60 * MINUTE + MINUTE;
  expect(table.state.pausedUntil).not.toBeNull();
  expect(table.play('d2', 'd3')).toBe('paused');
  expect(table.ask({ type: 'offer', offer: 'resume' })).toBe('offered agreed resumed');
  table.play('d2', 'd3');
  expect(table.state.clock?.remainingMs.south).toBe(57_000);
});

test('a resumed game without a clock is not paused', () => {
  const { state } = tableFor(TWO, { time: null });
  expect(resumeEvents(state, NOON, NOON + MINUTE)).toEqual([]);
});

test('a record of the game reads back with its moves, names, clocks and result', () => {
  const table = tableFor(FOUR, { setup: 'four', time: clock });
  table.now += 10_000;
  table.play('c1', 'c2');
  table.take(takeBack(table.state, table.now));
  table.play('d1', 'd2');
  table.ask({ type: 'resign' });
  table.ask({ type: 'offer', offer: 'draw' });
  const record = recordOf(table.log);
  const read = parseRecord(record === undefined ? '' : formatRecord(record));
  expect(read.ok && read.value).toMatchObject({
    headers: { South: "south's person", TimeControl: '60+2', Termination: 'agreement', Date: '2023.11.14' },
    setup: 'four',
    events: [
      { kind: 'move', clock: 54 },
      { kind: 'left', side: 'west' },
    ],
    result: 'draw',
  });
});
