import { DAY_MS, VACATION_DAYS } from '@terrace/protocol';
import type { Vacation } from './vacations.ports.ts';

/** The starts of a vacation's days. A day counts as soon as it has started, so each vacation has at least one. */
const daysOf = ({ since, until }: Vacation): readonly number[] =>
  Array.from({ length: Math.max(1, Math.ceil((until - since) / DAY_MS)) }, (_, day) => since + day * DAY_MS);

export const yearOf = (instant: number): number => new Date(instant).getUTCFullYear();

/** The years in which a vacation has days. */
export const yearsOf = (vacation: Vacation): readonly number[] => [...new Set(daysOf(vacation).map(yearOf))];

/** The days of a calendar year (UTC) that are left after these vacations; negative if they have too many. */
export const daysLeftIn = (year: number, vacations: readonly Vacation[]): number =>
  VACATION_DAYS - vacations.flatMap(daysOf).filter((start) => yearOf(start) === year).length;
