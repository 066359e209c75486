import { currentLanguage } from '@terrace/messages';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A past time in its largest unit, such as "2 days ago", "yesterday" or "now". @param ms how long ago */
export function timeAgo(ms: number): string {
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, size]) => ms >= size) ?? ['second', Number.POSITIVE_INFINITY];
  return format.format(-Math.floor(ms / length), unit);
}
