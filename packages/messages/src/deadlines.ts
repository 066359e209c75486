import { DAY_MS } from '@terrace/protocol';
import { messages } from './generated/messages.ts';
import { currentLanguage } from './language.ts';

/** Days from today with the name of the weekday alone; a week away it would be ambiguous. */
const MAX_DAYS_AHEAD = 6;

/**
 * A deadline as the reader's date and time: `today 18:40`, `tomorrow 9:00`, `Thursday 18:40`,
 * `December 3, 18:40`, with the year if it is another one. @param timeZone an IANA name; absent for the zone of this device
 */
export function deadlineText(at: number, now: number, timeZone?: string): string {
  const { time } = messages;
  const ahead = daysAhead(at, now, timeZone);
  if (ahead !== 0 && ahead !== 1) return lastingDeadlineText(at, now, timeZone);
  const clock = formatIn(timeZone, at, CLOCK);
  return ahead === 0 ? time.today({ time: clock }) : time.tomorrow({ time: clock });
}

/** A deadline in a text that may be read on a later day, such as a mail: without `today` and `tomorrow`. */
export function lastingDeadlineText(at: number, now: number, timeZone?: string): string {
  const { time } = messages;
  const clock = formatIn(timeZone, at, CLOCK);
  const ahead = daysAhead(at, now, timeZone);
  if (ahead >= 0 && ahead <= MAX_DAYS_AHEAD) {
    return time.onDay({ day: formatIn(timeZone, at, { weekday: 'long' }), time: clock });
  }
  const year = (instant: number) => new Date(dayOf(instant, timeZone)).getUTCFullYear();
  const isSameYear = year(at) === year(now);
  const date = formatIn(timeZone, at, { day: 'numeric', month: 'long', ...(!isSameYear && { year: 'numeric' }) });
  return time.onDate({ date, time: clock });
}

/** A deadline where there is little room: `by 18:40` today, `by Thu 18:40`, `by Dec 3`. */
export function shortDeadlineText(at: number, now: number, timeZone?: string): string {
  const { time } = messages;
  const format = (options: Intl.DateTimeFormatOptions) => formatIn(timeZone, at, options);
  const clock = format(CLOCK);
  const ahead = daysAhead(at, now, timeZone);
  if (ahead === 0) return time.by({ when: clock });
  const isNear = ahead > 0 && ahead <= MAX_DAYS_AHEAD;
  const day = isNear ? format({ weekday: 'short' }) : format({ day: 'numeric', month: 'short' });
  return time.by({ when: isNear ? time.onDay({ day, time: clock }) : day });
}

/** The last day of a period where there is little room: `until Dec 3`. */
export const shortDateText = (until: number, timeZone?: string): string =>
  messages.time.until({
    when: new Intl.DateTimeFormat(currentLanguage(), { day: 'numeric', month: 'short', timeZone }).format(until),
  });

/** `Move by Thursday 18:40`. */
export const moveByText = (at: number, now: number, timeZone?: string): string =>
  messages.time.moveBy({ when: deadlineText(at, now, timeZone) });

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const formatIn = (timeZone: string | undefined, instant: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(currentLanguage(), { ...options, timeZone }).format(instant);

const daysAhead = (at: number, now: number, timeZone: string | undefined): number =>
  (dayOf(at, timeZone) - dayOf(now, timeZone)) / DAY_MS;

/** UTC midnight of the local date, to count days. */
function dayOf(instant: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(instant);
  const part = (wanted: string) => Number(parts.find(({ type }) => type === wanted)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'));
}
