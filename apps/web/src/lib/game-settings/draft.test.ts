import { expect, test } from 'vitest';
import { type Draft, emptyDraft, seating, tableOf } from './draft.ts';

const draft = (more: Partial<Draft>): Draft => ({ ...emptyDraft('long'), ...more });
const seats = ['south', 'north', 'east'] as const;

test('a draft is converted to settings', () => {
  const table = tableOf(draft({ setup: 'three', time: 'days', days: 3, seen: 'link', starts: 'host' }));
  expect(table).toMatchObject({
    ok: true,
    value: {
      settings: { setup: 'three', time: { kind: 'days', perMoveMs: 259_200_000 }, seen: 'link', starts: 'host' },
      start: { seats },
    },
  });
});

test('a correspondence game has days per move or a bank, and weekends of a time zone off', () => {
  const correspondence = {
    time: 'days',
    pace: 'bank',
    bankDays: 7,
    gainHours: 12,
    weekendsOff: 'Asia/Kathmandu',
  } as const;
  expect(tableOf(draft(correspondence))).toMatchObject({
    value: {
      settings: {
        time: { kind: 'bank', bankMs: 604_800_000, incrementMs: 43_200_000, weekendsOff: 'Asia/Kathmandu' },
      },
    },
  });
  expect(tableOf(draft({ ...correspondence, pace: 'days', days: 5 }))).toMatchObject({
    value: { settings: { time: { kind: 'days', perMoveMs: 432_000_000, weekendsOff: 'Asia/Kathmandu' } } },
  });
});

test('a custom position is parsed with the house rules, and an invalid one is refused with the reason', () => {
  const good = 'DDCCBBAT/AABBCCDD/8/8/8/8/ddccbbaa/tabbccdd n sn 0 1';
  expect(tableOf(draft({ setup: 'custom', position: ` ${good} ` }))).toMatchObject({
    ok: true,
    value: { settings: { position: good }, start: { turn: 'north' } },
  });
  expect(tableOf(draft({ setup: 'custom', position: '' }))).toMatchObject({
    ok: false,
    error: { field: 'position', why: { code: 'five-fields', fields: 1 } },
  });
});

test('a clock outside the server’s limits is an error of the time field', () => {
  expect(tableOf(draft({ minutes: 0 }))).toEqual({ ok: false, error: { field: 'time' } });
  expect(tableOf(draft({ seconds: Number.NaN }))).toEqual({ ok: false, error: { field: 'time' } });
});

test('if the host has a side, the names apply to the other seats in turn order', () => {
  expect(seating(draft({ side: 'north', names: ['', ' Ann '] }), seats, Math.random)).toEqual({
    side: 'north',
    reserved: [{ side: 'east', name: 'Ann' }],
    computers: [],
  });
});

test('if the host has no side, seats are drawn as soon as a player is named', () => {
  expect(seating(draft({ names: ['', ''] }), seats, Math.random)).toEqual({ side: null, reserved: [], computers: [] });
  const lots = [0.5, 0.1, 0.9];
  let n = 0;
  expect(seating(draft({ names: ['', 'Ann'] }), seats, () => lots[n++] ?? 0)).toEqual({
    side: 'north',
    reserved: [{ side: 'south', name: 'Ann' }],
    computers: [],
  });
});

test('a side that the setup does not have counts as any side', () => {
  expect(seating(draft({ side: 'west' }), seats, Math.random)).toEqual({ side: null, reserved: [], computers: [] });
});

test('only games with three or four seats have a substitute for players who leave', () => {
  const settings = (setup: Draft['setup']) => {
    const table = tableOf(draft({ setup, substitute: 4 }));
    return table.ok && table.value.settings;
  };
  expect(settings('three')).toMatchObject({ substitute: 4 });
  expect(settings('long')).not.toHaveProperty('substitute');
});

test('a seat is reserved for a named player, taken by a computer, or open', () => {
  expect(seating(draft({ side: 'south', names: ['Ann', 'Ben'], computers: [3] }), seats, Math.random)).toEqual({
    side: 'south',
    reserved: [{ side: 'east', name: 'Ben' }],
    computers: [{ side: 'north', strength: 3 }],
  });
  const lots = [0.5, 0.1, 0.9];
  let n = 0;
  expect(seating(draft({ computers: [null, 8] }), seats, () => lots[n++] ?? 0)).toEqual({
    side: 'north',
    reserved: [],
    computers: [{ side: 'south', strength: 8 }],
  });
});
