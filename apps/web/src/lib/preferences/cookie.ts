import { nonDefaultPreferences, PREFERENCES_COOKIE, type Preferences, preferencesFromCookie } from '@terrace/protocol';

const YEAR_S = 365 * 24 * 3600;

/** The preferences in a Cookie header or `document.cookie`. */
export function preferencesFromHeader(header: string): Preferences {
  const own = header.split('; ').find((each) => each.startsWith(`${PREFERENCES_COOKIE}=`));
  try {
    return preferencesFromCookie(own && decodeURIComponent(own.slice(PREFERENCES_COOKIE.length + 1)));
  } catch {
    return preferencesFromCookie(undefined);
  }
}

/** The text for `document.cookie`. It omits defaults, so that requests send less than 1 kB. */
export function preferencesCookie(preferences: Preferences, secure: boolean): string {
  const value = encodeURIComponent(JSON.stringify(nonDefaultPreferences(preferences))).replaceAll('%3A', ':'); // cookies may contain colons
  return `${PREFERENCES_COOKIE}=${value}; path=/; max-age=${YEAR_S}; samesite=lax${secure ? '; secure' : ''}`;
}
