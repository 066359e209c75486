import type { GameEvent } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { crossesWarning, gameCues } from './game-cues.ts';

const moved = (ply: number, more: object = {}): { event: GameEvent } => ({
  event: { type: 'moved', ply, from: 'a2', to: 'a3', remainingMs: null, ...more },
});
const ended = (winner: 'south' | 'north' | null): { event: GameEvent } => ({
  event: { type: 'ended', result: { winner, by: 'arrival', places: [] } },
});
const quiet = { events: [], newest: undefined, lastSounded: 0, you: undefined, turnUnseen: false } as const;
const newest = { ply: 3, kind: 'up', took: false } as const;

test('no events make no sound', () => {
  expect(gameCues({ ...quiet, newest })).toEqual([]);
});

test('a move has the sound of its kind, and any capture has the capture sound', () => {
  expect(gameCues({ ...quiet, events: [moved(3)], newest })).toEqual(['up']);
  expect(gameCues({ ...quiet, events: [moved(3)], newest: { ...newest, kind: 'level', took: true } })).toEqual([
    'take',
  ]);
});

test('of several moves at once only the newest sounds', () => {
  expect(gameCues({ ...quiet, events: [moved(2), moved(3)], newest })).toEqual(['up']);
});

test('a confirmed move does not sound twice, but its call sounds', () => {
  expect(gameCues({ ...quiet, events: [moved(3)], newest, lastSounded: 3 })).toEqual([]);
  const call = { terrace: ['north'], mate: false };
  expect(gameCues({ ...quiet, events: [moved(3, { call })], newest, lastSounded: 3 })).toEqual(['terrace']);
  expect(gameCues({ ...quiet, events: [moved(3, { call: { ...call, mate: true } })], newest })).toEqual(['up', 'mate']);
});

test('the end has different sounds for winner, loser and spectators, and for a draw', () => {
  expect(gameCues({ ...quiet, events: [ended('south')], you: 'south' })).toEqual(['won']);
  expect(gameCues({ ...quiet, events: [ended('north')], you: 'south' })).toEqual(['lost']);
  expect(gameCues({ ...quiet, events: [ended('north')] })).toEqual(['won']);
  expect(gameCues({ ...quiet, events: [ended(null)], you: 'south' })).toEqual(['drawn']);
});

test('a turn that may be missed sounds after the move', () => {
  expect(gameCues({ ...quiet, events: [moved(3)], newest, you: 'south', turnUnseen: true })).toEqual(['up', 'turn']);
});

test('a clock warns once below 20 seconds and once below 10, and never after it has run out', () => {
  expect(crossesWarning(20_100, 20_000)).toBe(true);
  expect(crossesWarning(20_000, 19_900)).toBe(false);
  expect(crossesWarning(10_050, 9_950)).toBe(true);
  expect(crossesWarning(25_000, 5_000)).toBe(true);
  expect(crossesWarning(5_000, 25_000)).toBe(false);
  expect(crossesWarning(25_000, 0)).toBe(false);
});
