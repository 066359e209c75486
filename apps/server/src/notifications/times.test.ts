import { DEFAULT_NOTIFICATION_CHOICES } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { mailAt, quietUntil } from './times.ts';

const berlin = { ...DEFAULT_NOTIFICATION_CHOICES, timeZone: 'Europe/Berlin', digestHour: 8 };
const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());

test.each([
  ['2026-01-10T06:59:00Z', '2026-01-10T07:00:00.000Z'],
  ['2026-01-10T07:00:30Z', '2026-01-11T07:00:00.000Z'],
  ['2026-03-28T20:00:00Z', '2026-03-29T06:00:00.000Z'], // the clocks go forward in the night
  ['2026-10-24T20:00:00Z', '2026-10-25T07:00:00.000Z'], // and back
])('the digest of a notification at %s is due at %s, eight in the morning in Berlin', (at, due) => {
  expect(iso(mailAt(berlin, Date.parse(at)))).toBe(due);
});

test('quiet hours may span midnight, and a mail waits for their end', () => {
  const quiet = { ...berlin, mail: 'immediate' as const, quiet: { from: 22 * 60, to: 7 * 60 } };
  const until = (at: string) => iso(quietUntil(quiet, Date.parse(at)));
  expect(until('2026-01-10T20:59:00Z')).toBeUndefined();
  expect(until('2026-01-10T21:00:00Z')).toBe('2026-01-11T06:00:00.000Z');
  expect(until('2026-01-11T05:59:59Z')).toBe('2026-01-11T06:00:00.000Z');
  expect(until('2026-01-11T06:00:00Z')).toBeUndefined();
  expect(iso(mailAt(quiet, Date.parse('2026-01-10T23:00:00Z')))).toBe('2026-01-11T06:00:00.000Z');
});
