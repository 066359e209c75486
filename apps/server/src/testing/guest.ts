import { createGuestSecret } from '../accounts/guests.ts';
import { createCookieSignatures } from '../http/cookie-signatures.ts';

/** The cookie of a new guest, signed by the test, since the server limits new guests per address. */
export const guestCookie = (secret: string): string =>
  `terrace_session=${encodeURIComponent(createCookieSignatures(secret).signGuest(createGuestSecret()))}`;

let addresses = 0;

/** What a proxy on this machine sends for a client nobody else is: many clients of a test would else share one's limits. */
export function ownAddress(): { readonly 'x-forwarded-for': string } {
  addresses += 1;
  return { 'x-forwarded-for': `10.${(addresses >> 16) % 256}.${(addresses >> 8) % 256}.${addresses % 256}` };
}
