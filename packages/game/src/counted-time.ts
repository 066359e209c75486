import {
  type CorrespondenceTime,
  DAY_MS,
  isCorrespondence,
  MINUTE_MS,
  SECOND_MS,
  type TimeControl,
} from '@terrace/protocol';

/** How much of the time between two instants counts: all of it, or all but the weekends. */
export function countedMs(time: TimeControl | null, from: number, to: number): number {
  const zone = weekendsOffIn(time);
  return zone === undefined ? Math.max(0, to - from) : weekdayMs(from, to, zone);
}

/** The instant at which `ms` of counted time have passed; never within a weekend that does not count. */
export function afterCounted(time: TimeControl | null, from: number, ms: number): number {
  const zone = weekendsOffIn(time);
  return zone === undefined ? from + ms : afterWeekdayMs(from, ms, zone);
}

/** Whether counting the time needs the data of a time zone. */
export const countsByTimeZone = (time: TimeControl | null): boolean => weekendsOffIn(time) !== undefined;

const weekendsOffIn = (time: TimeControl | null): CorrespondenceTime['weekendsOff'] =>
  isCorrespondence(time) ? time.weekendsOff : undefined;

function weekdayMs(from: number, to: number, zone: string): number {
  let counted = 0;
  for (let at = from; at < to; ) {
    const { begins, ends } = nextWeekend(at, zone);
    counted += Math.max(0, Math.min(begins, to) - at);
    at = ends;
  }
  return counted;
}

function afterWeekdayMs(from: number, ms: number, zone: string): number {
  let left = ms;
  for (let at = from; ; ) {
    const { begins, ends } = nextWeekend(at, zone);
    const untilWeekend = Math.max(0, begins - at);
    if (left < untilWeekend) return at + left;
    left -= untilWeekend;
    at = ends;
    if (left === 0) return at;
  }
}

/** The weekend that contains `at`, or the first one after it. */
function nextWeekend(at: number, zone: string): { begins: number; ends: number } {
  const calendar = calendarOf(zone);
  const day = calendar.dayAt(at);
  const daysUntilSunday = (7 - weekdayOf(day)) % 7;
  const sunday = day + daysUntilSunday;
  return { begins: calendar.startOf(sunday - 1), ends: calendar.startOf(sunday + 1) };
}

/** From 0 on Sundays; day 0, the first one of 1970, was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The calendar of a time zone. Days are numbered from 1970-01-01. */
type Calendar = {
  readonly dayAt: (instant: number) => number;
  /** The first instant of a day, at midnight unless the clocks are changed there. */
  readonly startOf: (day: number) => number;
};

const MAX_CALENDARS = 200;
const MAX_DAYS = 500;
const calendars = new Map<string, Calendar>();

function calendarOf(zone: string): Calendar {
  const known = calendars.get(zone);
  if (known !== undefined) return known;
  if (calendars.size >= MAX_CALENDARS) calendars.clear();
  const calendar = createCalendar(zone);
  calendars.set(zone, calendar);
  return calendar;
}

function createCalendar(zone: string): Calendar {
  const offsetAt = offsetsIn(zone);
  const starts = new Map<number, number>();

  function computeStart(day: number): number {
    const midnight = day * DAY_MS;
    const [before, after] = [midnight - DAY_MS, midnight + DAY_MS];
    const [early, late] = [offsetAt(before), offsetAt(after)];
    if (early === late) return midnight - early;
    const changeAt = firstWithOther(offsetAt, before, after);
    return midnight - early < changeAt ? midnight - early : Math.max(changeAt, midnight - late);
  }

  return {
    dayAt: (instant) => Math.floor((instant + offsetAt(instant)) / DAY_MS),
    startOf(day) {
      const known = starts.get(day);
      if (known !== undefined) return known;
      if (starts.size >= MAX_DAYS) starts.clear();
      const start = computeStart(day);
      starts.set(day, start);
      return start;
    },
  };
}

/** The first whole second from which on the offset differs from the one at `from`. */
function firstWithOther(offsetAt: (instant: number) => number, from: number, to: number): number {
  const before = offsetAt(from);
  let [low, high] = [from, to];
  while (high - low > SECOND_MS) {
    const middle = low + Math.floor((high - low) / 2 / SECOND_MS) * SECOND_MS;
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Local time minus UTC, in ms, by instant. A runtime that does not know the zone counts in UTC. */
function offsetsIn(zone: string): (instant: number) => number {
  const format = formatIn(zone);
  if (format === undefined) return () => 0;
  return (instant) => {
    const second = Math.floor(instant / SECOND_MS) * SECOND_MS;
    const parts = new Map(format.formatToParts(second).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const [date, hours, minutes] = [Date.UTC(of('year'), of('month') - 1, of('day')), of('hour'), of('minute')];
    return date + (hours * 60 + minutes) * MINUTE_MS + of('second') * SECOND_MS - second;
  };
}

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
}
