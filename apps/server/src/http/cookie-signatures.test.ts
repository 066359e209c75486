import { createHmac, randomBytes } from 'node:crypto';
import { becomeGuest, guestAt } from '@terrace/testing/client';
import { becomeMember, request } from '@terrace/testing/members';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGuestSecret, createPlayerId, earlierGuestName, guestIdOf } from '../accounts/guests.ts';
import { SECRET } from '../testing/app.ts';
import { useSharedApp } from '../testing/shared-app.ts';
import { createCookieSignatures } from './cookie-signatures.ts';

const app = useSharedApp();
const { signGuest, readGuest, signSession, readSession, signDevice, readDevice } = createCookieSignatures(SECRET);

const signedBefore = (value: string) =>
  `${value}.${createHmac('sha256', SECRET).update(value).digest('base64').replace(/=+$/, '')}`;
const asGuest = (value: string) => `terrace_session=${encodeURIComponent(value)}`;
const me = async (cookie: string) => (await request(app.url, '/api/me', { cookie })).body;

test('a guest’s cookie holds a secret that cannot be derived from the public player id', async () => {
  const { cookie, player } = await becomeGuest(app.url);
  expect(decodeURIComponent(cookie)).not.toContain(player.id);
  expect(await me(cookie)).toMatchObject({ player });
  // Not even a signed player id authenticates its player.
  for (const made of [signGuest(player.id), signedBefore(player.id), signSession(player.id)])
    expect(await me(asGuest(made))).not.toMatchObject({ player: { id: player.id } });
});

test('an old guest cookie still authenticates the same player with the same name', async () => {
  const id = randomBytes(15).toString('base64url');
  const was = await me(asGuest(signedBefore(id)));
  expect(was).toMatchObject({ player: { id, name: expect.stringMatching(/^Guest-[0-9a-z]{5}$/) }, guest: true });
  const guest = await guestAt(app.url);
  expect(guest.player.name).toMatch(/^[A-Z][a-z]+-[A-Z][a-z]+$/);
  guest.close();
});

test('an old session cookie still authenticates its session, and no cookie is accepted as another kind', async () => {
  const { cookie, player } = await becomeMember(app.url);
  const value = /(?:^|; )terrace_account=([^;]*)/.exec(cookie)?.[1] ?? '';
  const token = readSession(decodeURIComponent(value)) ?? '';
  expect(await me(`terrace_account=${encodeURIComponent(signedBefore(token))}`)).toMatchObject({
    player,
    guest: false,
  });
  for (const signed of [signSession(token), signedBefore(token)]) {
    expect(readSession(signed)).toBe(token);
    expect(readGuest(signed)).toBeNull();
  }
  const secret = createGuestSecret();
  expect(readGuest(signGuest(secret))).toBe(guestIdOf(secret));
  expect(readSession(signGuest(secret))).toBeNull();
  expect(readSession(signedBefore(randomBytes(15).toString('base64url')))).toBeNull();
});

test('a device remembers the last five accounts that signed in on it, and its cookie is not accepted as another kind', () => {
  const players = Array.from({ length: 7 }, () => createPlayerId());
  let cookie = '';
  for (const player of [...players, ...players.slice(3, 4)]) cookie = signDevice(readDevice(cookie), player);
  const first = readDevice(signDevice(null, createPlayerId()));
  const known = [3, 6, 5, 4, 2].map((n) => players[n]);
  expect(readDevice(cookie)).toEqual({ id: expect.stringMatching(/^[\w-]{16}$/), knows: known });
  expect(readDevice(cookie)?.id).not.toBe(first?.id);
  const none = [readGuest(cookie), readSession(cookie), readDevice(signGuest('x')), readDevice(`${cookie}x`)];
  expect(none).toEqual([null, null, null, null]);
});

test('text without a valid signature is not accepted as a cookie', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (value, signature) => {
      expect([readGuest(`${value}.${signature}`), readSession(`${value}.${signature}`)]).toEqual([null, null]);
      expect(readDevice(`${value}.${signature}`)).toBeNull();
    }),
  );
});

test('the names of a hundred thousand earlier guests are unique', () => {
  const names = new Set(Array.from({ length: 100_000 }, (_, n) => earlierGuestName(guestIdOf(`secret ${n}`))));
  expect(names.size).toBe(100_000);
});
