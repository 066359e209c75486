import { changedPreferences, type Preferences, readPreferences } from '@terrace/protocol';

/** The one cookie that keeps a device's preferences. The server reads it, so the first page it renders is right. */
export const COOKIE = 'terrace_preferences';

const YEAR = 365 * 24 * 3600; // s

/** The same from a whole Cookie header, or `document.cookie`. */
export function preferencesFromHeader(header: string): Preferences {
  const own = header.split('; ').find((each) => each.startsWith(`${COOKIE}=`));
  try {
    return preferencesFromCookie(own && decodeURIComponent(own.slice(COOKIE.length + 1)));
  } catch {
    return preferencesFromCookie(undefined);
  }
}

/** @param value the cookie's value as it was written, without its encoding; whatever it holds, the answer is whole */
export function preferencesFromCookie(value: string | undefined): Preferences {
  try {
    return readPreferences(JSON.parse(value ?? '{}'));
  } catch {
    return readPreferences({});
  }
}

/** The text for `document.cookie`. It holds only what differs from the defaults, and so stays below 1 kB. */
export function preferencesCookie(preferences: Preferences, secure: boolean): string {
  const value = encodeURIComponent(JSON.stringify(changedPreferences(preferences)));
  return `${COOKIE}=${value}; path=/; max-age=${YEAR}; samesite=lax${secure ? '; secure' : ''}`;
}
