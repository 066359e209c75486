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
  const format = (instant: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(currentLanguage(), { ...options, timeZone }).format(instant);
  const clock = format(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const [day, today] = [dayOf(at, timeZone), dayOf(now, timeZone)];
  const ahead = (day - today) / DAY_MS;
  if (ahead === 0) return time.today({ time: clock });
  if (ahead === 1) return time.tomorrow({ time: clock });
  if (ahead > 1 && ahead <= MAX_DAYS_AHEAD) return time.onDay({ day: format(at, { weekday: 'long' }), time: clock });
  const isSameYear = new Date(day).getUTCFullYear() === new Date(today).getUTCFullYear();
  const date = format(at, { day: 'numeric', month: 'long', ...(!isSameYear && { year: 'numeric' }) });
  return time.onDate({ date, time: clock });
}

/** A deadline where there is little room: `by 18:40` today, `by Thu 18:40`, `by Dec 3`. */
export function shortDeadlineText(at: number, now: number, timeZone?: string): string {
  const { time } = messages;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(currentLanguage(), { ...options, timeZone }).format(at);
  const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const ahead = (dayOf(at, timeZone) - dayOf(now, timeZone)) / DAY_MS;
  if (ahead === 0) return time.by({ when: clock });
  const isNear = ahead > 0 && ahead <= MAX_DAYS_AHEAD;
  const day = isNear ? format({ weekday: 'short' }) : format({ day: 'numeric', month: 'short' });
  return time.by({ when: isNear ? time.onDay({ day, time: clock }) : day });
}

/** `Move by Thursday 18:40`. */
export const moveByText = (at: number, now: number, timeZone?: string): string =>
  messages.time.moveBy({ when: deadlineText(at, now, timeZone) });

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
