import * as z from 'zod/mini';
import { MAX_TIME_ZONE_LENGTH } from './limits.ts';

/** An IANA name such as `Europe/Berlin`, or `UTC`. The schema checks its form, and `isTimeZone` that it exists. */
export const TimeZone = z.string().check(z.maxLength(MAX_TIME_ZONE_LENGTH), z.regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/));

/** Whether this runtime knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
