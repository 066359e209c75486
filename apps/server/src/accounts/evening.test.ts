/** Sixty people behind one address, such as a school, arrive within minutes. */
import { becomeGuest } from '@terrace/testing/client';
import { cookieOf, newName, PASSWORD, request } from '@terrace/testing/members';
import { expect, test, vi } from 'vitest';
import { useAppWithMail } from '../testing/app-with-mail.ts';

vi.setConfig({ testTimeout: 120_000 });

/** The default, 4,000 points in five seconds, over the minutes in which people would arrive. */
const budget = { points: 60 * 4_000, duration: 300 };
const { app } = useAppWithMail(undefined, { budget });
const headers = { 'x-forwarded-for': '198.51.100.77' };
const post = (path: string, body: unknown, cookie = '') =>
  request(app.url, `/api/account/${path}`, { body, cookie, headers });

async function arrive(n: number): Promise<number[]> {
  const name = newName();
  const { cookie } = await becomeGuest(app.url);
  const guessable = await post('sign-up', { name, password: name.repeat(2) }, cookie);
  const signedUp = await post('sign-up', { name, password: PASSWORD, email: `person${n}@school.example` }, cookie);
  const signedOut = await post('sign-out', {}, cookieOf(signedUp.cookies));
  const mistyped = await post('sign-in', { login: name, password: 'not the password' });
  const signedIn = await post('sign-in', { login: name, password: PASSWORD });
  return [guessable, signedUp, signedOut, mistyped, signedIn].map(({ status }) => status);
}

test('sixty people behind one address sign up with an e-mail address, mistype their password, and sign in', async () => {
  const groups = Array.from({ length: 6 }, (_, group) => Array.from({ length: 10 }, (__, n) => group * 10 + n));
  for (const group of groups) {
    const statuses = await Promise.all(group.map(arrive));
    for (const each of statuses) expect(each).toEqual([400, 200, 200, 401, 200]);
  }
});
