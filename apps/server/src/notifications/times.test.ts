import {
  DAY_MS,
  DEFAULT_NOTIFICATION_CHOICES,
  HOUR_MS,
  MINUTE_MS,
  type NotificationChoices,
  type NotificationKind,
  PlayerId,
} from '@terrace/protocol';
import { expect, test } from 'vitest';
import { mailAt, nextMinuteOfDay, quietUntil, SPREAD_MINUTES } from './times.ts';

const at = (text: string): number => Date.parse(text);
const choices = (more: Partial<NotificationChoices>): NotificationChoices => ({
  ...DEFAULT_NOTIFICATION_CHOICES,
  ...more,
});
const due = (timeZone: string, digestHour: number, from: string) =>
  new Date(nextMinuteOfDay(timeZone, digestHour * 60, at(from))).toISOString();
const mailed = (given: NotificationChoices, kind: NotificationKind, from: string, id = 'abcdefgh') =>
  new Date(mailAt({ id: PlayerId.parse(id), choices: given }, kind, at(from))).toISOString();

test('the digest hour is that of the zone on both sides of the changes of clocks', () => {
  expect(due('Europe/Berlin', 8, '2026-03-28T12:00:00Z')).toBe('2026-03-29T06:00:00.000Z');
  expect(due('Europe/Berlin', 8, '2026-03-27T12:00:00Z')).toBe('2026-03-28T07:00:00.000Z');
  expect(due('Europe/Berlin', 8, '2026-10-24T12:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
  expect(due('Europe/Berlin', 8, '2026-10-23T12:00:00Z')).toBe('2026-10-24T06:00:00.000Z');
  expect(due('America/New_York', 8, '2026-03-07T22:00:00Z')).toBe('2026-03-08T12:00:00.000Z');
  expect(due('America/New_York', 8, '2026-11-01T04:30:00Z')).toBe('2026-11-01T13:00:00.000Z');
});

test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])(
  'every hour of a year in %s is followed by its digest within a day, at the digest hour or the one that replaces it',
  (timeZone) => {
    const hourOf = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
    for (let from = at('2026-01-01T00:20:00Z'); from < at('2027-01-01T00:00:00Z'); from += 17 * HOUR_MS) {
      for (const hour of [2, 8, 23]) {
        const next = nextMinuteOfDay(timeZone, hour * 60, from);
        expect(next).toBeGreaterThan(from);
        expect(next - from).toBeLessThanOrEqual(DAY_MS + HOUR_MS);
        const shown = Number(hourOf.format(next));
        expect([hour, hour + 1], new Date(from).toISOString()).toContain(shown);
        if (hour !== 2) expect(shown).toBe(hour);
      }
    }
  },
);

test('quiet hours across midnight end in the morning, and delay a mail until then', () => {
  const quiet = choices({ timeZone: 'Europe/Berlin', quiet: { from: 22 * 60, to: 7 * 60 }, mail: 'immediate' });
  expect(quietUntil(quiet, at('2026-06-01T19:59:00Z'))).toBeUndefined();
  expect(quietUntil(quiet, at('2026-06-01T20:00:00Z'))).toBe(at('2026-06-02T05:00:00Z'));
  expect(mailed(quiet, 'turn', '2026-06-02T04:59:00Z')).toBe('2026-06-02T05:00:00.000Z');
  expect(mailed(quiet, 'security', '2026-06-02T04:59:00Z')).toBe('2026-06-02T04:59:00.000Z');
});

test('a minute that a change of clocks leaves out is replaced by the first one after it', () => {
  const next = (timeZone: string, minute: number, from: string) =>
    new Date(nextMinuteOfDay(timeZone, minute, at(from))).toISOString();
  for (const minute of [2 * 60, 2 * 60 + 1, 2 * 60 + 30, 2 * 60 + 59, 3 * 60]) {
    expect(next('Europe/Berlin', minute, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
  }
  expect(next('Europe/Berlin', 3 * 60 + 1, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:01:00.000Z');
  expect(next('America/New_York', 2 * 60 + 30, '2026-03-07T22:00:00Z')).toBe('2026-03-08T07:00:00.000Z');
  expect(next('Australia/Lord_Howe', 2 * 60 + 15, '2026-10-03T02:00:00Z')).toBe('2026-10-03T15:30:00.000Z');
});

test('digests of an hour are spread over its first minutes, and each player has the same one every day', () => {
  const minutes = Array.from({ length: 500 }, (_, i) => {
    const [day, next] = ['2026-06-01', '2026-06-02'].map(
      (date) =>
        Date.parse(mailed(choices({ digestHour: 8 }), 'turn', `${date}T07:00:00Z`, `player-${1000 + i}`)) -
        at(`${date}T08:00:00Z`),
    );
    expect(next).toBe(day);
    return (day ?? -1) / MINUTE_MS;
  });
  const counts = Array.from(
    { length: SPREAD_MINUTES },
    (_, minute) => minutes.filter((each) => each === minute).length,
  );
  expect(counts.reduce((sum, count) => sum + count)).toBe(500);
  expect(Math.max(...counts)).toBeLessThan(60);
});
