import { currentPosition, fold } from '@terrace/game';
import {
  DAY_MS,
  DEFAULT_SETTINGS,
  type GameEvent,
  GameId,
  HOUR_MS,
  type LoggedEvent,
  type Player,
  PlayerId,
} from '@terrace/protocol';
import { expect, test } from 'vitest';
import { isNews } from '../game-service/news.ts';
import { stands, timeShortCauses } from './causes.ts';
import { causesOfCommit } from './derive.ts';

const player = (name: string): Player => ({ id: PlayerId.parse(name.padEnd(20, '0')), name });

test('the notice that an organiser without a seat closes a table names the organiser', () => {
  const [organiser, south, north] = [player('olga'), player('sven'), player('nora')];
  const gameId = GameId.parse('AbCdEfGhIjKl');
  const events: readonly (readonly [Player, GameEvent])[] = [
    [organiser, { type: 'created', settings: { ...DEFAULT_SETTINGS, time: null }, host: organiser }],
    [organiser, { type: 'reserved', side: 'south', player: south }],
    [organiser, { type: 'reserved', side: 'north', player: north }],
    [south, { type: 'seated', side: 'south', player: south }],
    [organiser, { type: 'closed', by: 'host' }],
  ];
  const log = events.map(([by, event], i): LoggedEvent => ({ seq: i + 1, at: 1000 + i, by: by.id, event }));
  const { causes } = causesOfCommit({ gameId, log, after: 4, seq: 5, changes: undefined });
  const details = { kind: 'answered', by: organiser, accepted: false, closed: true };
  expect(causes).toMatchObject([{ to: south.id, details }]);
});

/** A table that Olga organises for Sven and Nora without taking a seat, followed by these events. */
function organised(...events: readonly (readonly [Player | null, GameEvent])[]) {
  const created = { type: 'created', settings: { ...DEFAULT_SETTINGS, time: null }, host: olga } as const;
  const opening: readonly (readonly [Player | null, GameEvent])[] = [
    [olga, created],
    [olga, { type: 'reserved', side: 'south', player: sven }],
    [olga, { type: 'reserved', side: 'north', player: nora }],
    ...events,
  ];
  return opening.map(([by, event], i): LoggedEvent => ({ seq: i + 1, at: 1000 + i, ...(by && { by: by.id }), event }));
}

const [olga, sven, nora] = [player('olga'), player('sven'), player('nora')];
const gameId = GameId.parse('AbCdEfGhIjKl');
const stateAfter = (log: readonly LoggedEvent[]) => {
  const state = fold(null, log);
  if (state === null) throw new Error('the log is empty');
  return state;
};

test('a player who leaves an organised table is news for the organiser and for those who had accepted', () => {
  const log = organised(
    [sven, { type: 'seated', side: 'south', player: sven }],
    [nora, { type: 'seated', side: 'north', player: nora }],
    [nora, { type: 'unseated', side: 'north' }],
    [nora, { type: 'closed', by: 'declined' }],
  );
  const commit = log.slice(5);
  expect(isNews(commit, stateAfter(log))).toBe(true);
  const { causes } = causesOfCommit({ gameId, log, after: 5, seq: 7, changes: undefined });
  const details = { kind: 'answered', by: nora, accepted: false, left: true, closed: true };
  expect(causes).toMatchObject([
    { to: olga.id, details },
    { to: sven.id, details },
  ]);
});

test('an organiser is notified that every invitation of the table expired, although all seats are empty then', () => {
  const log = organised(
    [null, { type: 'expired', side: 'south' }],
    [null, { type: 'expired', side: 'north' }],
    [null, { type: 'closed', by: 'declined' }],
  );
  expect(isNews(log.slice(3), stateAfter(log))).toBe(true);
  const { causes } = causesOfCommit({ gameId, log, after: 3, seq: 6, changes: undefined });
  const details = { kind: 'answered', accepted: false, expired: true };
  expect(causes).toMatchObject([{ to: olga.id, details }]);
});

test('a notice of short time is outdated when a takeback gives the same move its full time again', () => {
  const days = { kind: 'days', perMoveMs: DAY_MS } as const;
  const events: readonly (readonly [number, Player, GameEvent])[] = [
    [0, sven, { type: 'created', settings: { ...DEFAULT_SETTINGS, time: days }, host: sven }],
    [0, sven, { type: 'seated', side: 'south', player: sven }],
    [0, nora, { type: 'seated', side: 'north', player: nora }],
    [0, nora, { type: 'started' }],
    [0, sven, { type: 'moved', ply: 1, from: 'd2', to: 'd3', remainingMs: DAY_MS }],
    [20 * HOUR_MS, nora, { type: 'moved', ply: 2, from: 'e7', to: 'e6', remainingMs: DAY_MS }],
    [20 * HOUR_MS, nora, { type: 'offered', offer: 'takeback', side: 'north' }],
    [20 * HOUR_MS, sven, { type: 'agreed', offer: 'takeback', side: 'south' }],
    [20 * HOUR_MS, sven, { type: 'undone', ply: 2 }],
  ];
  const log = events.map(([at, by, event], i): LoggedEvent => ({ seq: i + 1, at, by: by.id, event }));
  const after = (seq: number) => stateAfter(log.slice(0, seq));
  const [short] = timeShortCauses(gameId, after(5), 5, 19 * HOUR_MS);
  if (short === undefined) throw new Error('the time is not short');
  expect([5, 6, 9].map((seq) => stands(short, after(seq)))).toEqual([true, false, false]);
  expect(currentPosition(after(9)).ply).toBe(2); // the same move as after event 5
});
