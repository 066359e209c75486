import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS, type NotificationChoices, type NotificationKind, type PlayerId } from '@terrace/protocol';

/** Digests of an hour are sent within this time. */
export const SPREAD_MINUTES = 20;

type Spread = { readonly id: PlayerId; readonly choices: NotificationChoices };

/** @throws RangeError for an unknown zone */
const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

function minuteOfDay(format: Intl.DateTimeFormat, at: number): number {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return (parts.get('hour') ?? 0) * 60 + (parts.get('minute') ?? 0);
}

/** Minutes of the day from `from` until `to`, across midnight. */
const minutesUntil = (from: number, to: number): number => (to - from + 24 * 60) % (24 * 60);

/**
 * The first instant after `at` when the zone's clocks show this minute of the day. A minute that a change of clocks
 * leaves out is replaced by the first one after it.
 */
export function nextMinuteOfDay(timeZone: string, minute: number, at: number): number {
  const format = formatOf(timeZone);
  const start = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const guess = start + (minutesUntil(minuteOfDay(format, at), minute) || 24 * 60) * MINUTE_MS;
  const miss = minutesUntil(minute, minuteOfDay(format, guess)) * MINUTE_MS; // after a change of clocks
  const corrected = guess - (miss > DAY_MS / 2 ? miss - DAY_MS : miss);
  if (minuteOfDay(format, corrected) === minute) return corrected;
  // The minute is left out: the clocks of the zone show an earlier one before the change, and a later one after it.
  for (let next = corrected; next < guess; next += MINUTE_MS) {
    if (minutesUntil(minute, minuteOfDay(format, next)) < 12 * 60) return next;
  }
  return guess;
}

/** The end of the quiet hours at `at`; undefined outside of them. */
export function quietUntil({ quiet, timeZone }: NotificationChoices, at: number): number | undefined {
  if (quiet === null || quiet.from === quiet.to) return undefined;
  const now = minuteOfDay(formatOf(timeZone), at);
  const isQuiet = minutesUntil(quiet.from, now) < minutesUntil(quiet.from, quiet.to);
  return isQuiet ? nextMinuteOfDay(timeZone, quiet.to, at) : undefined;
}

/**
 * When a notification of `at` may be mailed at the earliest. The limit of one mail an hour comes on top. Mails about the
 * security of the account wait for nothing. Digests of different players are spread over the first minutes of the hour.
 */
export function mailAt({ id, choices }: Spread, kind: NotificationKind, at: number): number {
  if (kind === 'security') return at;
  const { mail, digestHour, timeZone } = choices;
  const due = mail === 'immediate' ? at : nextMinuteOfDay(timeZone, digestHour * 60 + spreadOf(id), at);
  return quietUntil(choices, due) ?? due;
}

/** The same for a player every day. */
const spreadOf = (id: PlayerId): number => createHash('sha256').update(id).digest().readUInt32BE() % SPREAD_MINUTES;
