import { DAY_MS, HOUR_MS, type TimeControl } from '@terrace/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterCounted, countedMs } from './counted-time.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'] as const;

const daysIn = (weekendsOff: string): TimeControl => ({ kind: 'days', perMoveMs: DAY_MS, weekendsOff });

/** 1 January 2024 to 31 December 2027: eight changes of the clocks in each zone that has them. */
const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 11, 31) });
const spans = fc.integer({ min: 0, max: 30 * DAY_MS });

const weekdays = new Map(
  ZONES.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en', { weekday: 'short', timeZone })] as const),
);
const isWeekend = (instant: number, zone: (typeof ZONES)[number]) =>
  ['Sat', 'Sun'].includes(weekdays.get(zone)?.format(instant) ?? '');
const local = (instant: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(instant);

describe.each(ZONES)('weekends off in %s', (zone) => {
  const time = daysIn(zone);

  test('time used and time left add up to the time given', () => {
    fc.assert(
      fc.property(instants, spans, spans, (from, first, second) => {
        const [middle, to] = [from + first, from + first + second];
        expect(countedMs(time, from, middle) + countedMs(time, middle, to)).toBe(countedMs(time, from, to));
      }),
    );
  });

  test('exactly the given time counts before a deadline', () => {
    fc.assert(
      fc.property(instants, spans, (from, ms) => {
        expect(countedMs(time, from, afterCounted(time, from, ms))).toBe(ms);
      }),
    );
  });

  test('no deadline falls within a weekend', () => {
    fc.assert(
      fc.property(instants, spans, (from, ms) => {
        expect(isWeekend(afterCounted(time, from, ms), zone)).toBe(false);
      }),
    );
  });

  test('a later start or more time never brings a deadline forward', () => {
    fc.assert(
      fc.property(instants, spans, spans, spans, (from, later, ms, more) => {
        const deadline = afterCounted(time, from, ms);
        expect(afterCounted(time, from + later, ms)).toBeGreaterThanOrEqual(deadline);
        expect(afterCounted(time, from, ms + more)).toBeGreaterThanOrEqual(deadline);
      }),
    );
  });

  test('the minutes that count are those outside Saturdays and Sundays of the zone', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 5 * 24 }), (instant, hours) => {
        const from = Math.floor(instant / HOUR_MS) * HOUR_MS;
        const step = 15 * 60_000; // every change of the clocks is at a quarter of an hour
        let counted = 0;
        for (let at = from; at < from + hours * HOUR_MS; at += step) counted += isWeekend(at, zone) ? 0 : step;
        expect(countedMs(time, from, from + hours * HOUR_MS)).toBe(counted);
      }),
      { numRuns: 40 },
    );
  });
});

test.each([
  ['Europe/Berlin', '2026-03-27T12:00:00Z', '30/03/2026, 13:00:00', 'a Sunday of 23 hours'],
  ['Europe/Berlin', '2026-10-23T12:00:00Z', '26/10/2026, 14:00:00', 'a Sunday of 25 hours'],
  ['America/New_York', '2026-03-06T12:00:00Z', '09/03/2026, 07:00:00', 'a Sunday of 23 hours'],
  ['Australia/Lord_Howe', '2026-04-03T02:00:00Z', '06/04/2026, 13:00:00', 'a Sunday of 24 and a half hours'],
  ['Asia/Kathmandu', '2026-03-27T12:00:00Z', '30/03/2026, 17:45:00', 'a usual Sunday'],
])('a day in %s from Friday %s ends at the same time on Monday, %s, after %s', (zone, from, deadline) => {
  const friday = Date.parse(from);
  expect(local(friday, zone).slice(-8)).toBe(deadline.slice(-8));
  expect(local(afterCounted(daysIn(zone), friday, DAY_MS), zone)).toBe(deadline);
});

test('a Sunday that begins at one o’clock, because the clocks are put forward at midnight, is off from its start', () => {
  const time = daysIn('Africa/Cairo'); // on Friday 24 April 2026 at midnight
  const thursday = Date.parse('2026-04-23T12:00:00Z');
  expect(local(afterCounted(time, thursday, DAY_MS), 'Africa/Cairo')).toBe('24/04/2026, 15:00:00');
  const beirut = daysIn('Asia/Beirut'); // on Sunday 29 March 2026 at midnight
  const friday = Date.parse('2026-03-27T12:00:00Z');
  expect(local(afterCounted(beirut, friday, DAY_MS), 'Asia/Beirut')).toBe('30/03/2026, 14:00:00');
});

test('a day that starts within a weekend ends at the start of Tuesday', () => {
  const saturday = Date.parse('2026-11-28T15:00:00Z');
  expect(afterCounted(daysIn('UTC'), saturday, DAY_MS)).toBe(Date.parse('2026-12-01T00:00:00Z'));
});

test('time that is used up at the start of a weekend ends at the start of Monday', () => {
  const friday = Date.parse('2026-11-27T00:00:00Z');
  expect(afterCounted(daysIn('UTC'), friday, DAY_MS)).toBe(Date.parse('2026-11-30T00:00:00Z'));
});

test('a zone that this runtime does not know counts in UTC', () => {
  const saturday = Date.parse('2026-11-28T15:00:00Z');
  expect(afterCounted(daysIn('Mars/Olympus'), saturday, 0)).toBe(Date.parse('2026-11-30T00:00:00Z'));
});

test('without weekends off all time counts', () => {
  fc.assert(
    fc.property(instants, spans, (from, ms) => {
      const time: TimeControl = { kind: 'bank', bankMs: DAY_MS, incrementMs: 0 };
      expect(afterCounted(time, from, ms)).toBe(from + ms);
      expect(countedMs(time, from, from + ms)).toBe(ms);
    }),
  );
});
