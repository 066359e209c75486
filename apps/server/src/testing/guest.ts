import { createHmac, randomBytes } from 'node:crypto';

/** The cookie of a new guest, signed by the test, since the server limits new guests per address. */
export function guestCookie(secret: string): string {
  const id = randomBytes(15).toString('base64url');
  const signature = createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '');
  return `terrace_session=${encodeURIComponent(`${id}.${signature}`)}`;
}
