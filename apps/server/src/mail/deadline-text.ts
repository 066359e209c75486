import { DAY_MS, type Language } from '@terrace/protocol';

/** A weekday names a day of the next six. */
const WEEKDAY_ALONE_MS = 6 * DAY_MS;

/** "Thursday 18:40", or with the date if that is far away, in a player's time zone. */
export function deadlineText(at: number, now: number, timeZone: string, language: Language): string {
  const date = at - now > WEEKDAY_ALONE_MS ? ({ day: 'numeric', month: 'long' } as const) : {};
  const day = new Intl.DateTimeFormat(language, { timeZone, weekday: 'long', ...date }).format(at);
  const hour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return `${day} ${new Intl.DateTimeFormat(language, { timeZone, ...hour }).format(at)}`;
}
