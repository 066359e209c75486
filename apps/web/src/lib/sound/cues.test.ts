import type { GameEvent } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { crossesWarning, gameCues } from './cues.ts';

const moved = (ply: number, more: object = {}): { event: GameEvent } => ({
  event: { type: 'moved', ply, from: 'a2', to: 'a3', remainingMs: null, ...more },
});
const ended = (winner: 'south' | 'north' | null): { event: GameEvent } => ({
  event: { type: 'ended', result: { winner, by: 'arrival', places: [] } },
});
const quiet = { events: [], newest: undefined, lastSounded: 0, you: undefined, turnUnseen: false } as const;
const newest = { ply: 3, kind: 'up', took: false } as const;

test('no news makes no sound', () => {
  expect(gameCues({ ...quiet, newest })).toEqual([]);
});

test('a move sounds by its kind, and a take as a take however it was made', () => {
  expect(gameCues({ ...quiet, events: [moved(3)], newest })).toEqual(['up']);
  expect(gameCues({ ...quiet, events: [moved(3)], newest: { ...newest, kind: 'level', took: true } })).toEqual([
    'take',
  ]);
});

test('of moves that come together only the newest sounds', () => {
  expect(gameCues({ ...quiet, events: [moved(2), moved(3)], newest })).toEqual(['up']);
});

test('an own move that has sounded is silent when the server confirms it, but what it calls is not', () => {
  expect(gameCues({ ...quiet, events: [moved(3)], newest, lastSounded: 3 })).toEqual([]);
  const call = { terrace: ['north'], mate: false };
  expect(gameCues({ ...quiet, events: [moved(3, { call })], newest, lastSounded: 3 })).toEqual(['terrace']);
  expect(gameCues({ ...quiet, events: [moved(3, { call: { ...call, mate: true } })], newest })).toEqual(['up', 'mate']);
});

test('the end sounds different to who won, who lost, who watched, and in a draw', () => {
  expect(gameCues({ ...quiet, events: [ended('south')], you: 'south' })).toEqual(['won']);
  expect(gameCues({ ...quiet, events: [ended('north')], you: 'south' })).toEqual(['lost']);
  expect(gameCues({ ...quiet, events: [ended('north')] })).toEqual(['won']);
  expect(gameCues({ ...quiet, events: [ended(null)], you: 'south' })).toEqual(['drawn']);
});

test('a turn that may be missed is told after the move', () => {
  expect(gameCues({ ...quiet, events: [moved(3)], newest, you: 'south', turnUnseen: true })).toEqual(['up', 'turn']);
});

test('a clock crossesWarning once below 20 seconds and once below 10, and never when it has run out', () => {
  expect(crossesWarning(20_100, 20_000)).toBe(true);
  expect(crossesWarning(20_000, 19_900)).toBe(false);
  expect(crossesWarning(10_050, 9_950)).toBe(true);
  expect(crossesWarning(25_000, 5_000)).toBe(true);
  expect(crossesWarning(5_000, 25_000)).toBe(false);
  expect(crossesWarning(25_000, 0)).toBe(false);
});
