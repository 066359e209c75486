import { DAY_MS, DEFAULT_NOTIFICATION_CHOICES, HOUR_MS, type NotificationChoices } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { mailAt, nextMinuteOfDay, quietUntil } from './times.ts';

const at = (text: string): number => Date.parse(text);
const choices = (more: Partial<NotificationChoices>): NotificationChoices => ({
  ...DEFAULT_NOTIFICATION_CHOICES,
  ...more,
});
const due = (timeZone: string, digestHour: number, from: string) =>
  new Date(mailAt(choices({ timeZone, digestHour }), 'turn', at(from))).toISOString();

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
  expect(mailAt(quiet, 'turn', at('2026-06-02T04:59:00Z'))).toBe(at('2026-06-02T05:00:00Z'));
  expect(mailAt(quiet, 'security', at('2026-06-02T04:59:00Z'))).toBe(at('2026-06-02T04:59:00Z'));
});
