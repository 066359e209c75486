import { createGuestSecret } from '../accounts/guests.ts';
import { createCookieSignatures } from '../http/cookie-signatures.ts';

/** The cookie of a new guest, signed by the test, since the server limits new guests per address. */
export const guestCookie = (secret: string): string =>
  `terrace_session=${encodeURIComponent(createCookieSignatures(secret).signGuest(createGuestSecret()))}`;
