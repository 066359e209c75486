import { stat } from 'node:fs/promises';
import { dictionary } from '@zxcvbn-ts/language-common';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const { check, hash, verify, close } = createPasswords();
afterAll(close);

test.each([
  ...['Password1', 'passw0rd', '1qaz2wsx', 'q1w2e3r4', 'aaaaaaaa', 'terrace123', 'motdepasse', '0123456789'],
  ...['iloveyou2', 'iloveyou12', 'sunshine1', 'terraceterrace!', 'my-terrace'],
])('%s is too easy to guess', async (password) => {
  expect(await check(password, 'mira')).toEqual({ ok: false, error: 'common' });
});

test('none of the ten thousand most used passwords will do', async () => {
  const common = (dictionary['passwords-common'] ?? []).slice(0, 10_000).map(String);
  const long = common.filter((each) => each.length >= 8);
  expect(long.length).toBeGreaterThan(1_000);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...long), async (password) => {
      expect(await check(password, 'mira')).toEqual({ ok: false, error: 'common' });
    }),
  );
});

test.each(['correct horse battery', 'xk7#pQ2m', 'ein langes Passwort', 'Zq7!kT'.repeat(20), 'admiral on a terrace'])(
  '%s will do',
  async (password) => {
    expect(await check(password, 'mira')).toEqual({ ok: true, value: password });
  },
);

test('a password is not the name, nor the name with little else', async () => {
  for (const password of ['LongName42', 'longname42!', '7Longname42_x', 'longname42longname42'])
    expect(await check(password, 'longname42')).toEqual({ ok: false, error: 'name' });
});

test('a hash is one that better-auth reads, and its own are read', async () => {
  const [own, theirs] = await Promise.all([hash('pässword of mine'), hashPassword('pässword of mine')]);
  expect(await verifyPassword({ hash: own, password: 'pässword of mine' })).toBe(true);
  expect(await verify({ hash: theirs, password: 'pässword of mine' })).toBe(true);
  expect(await verify({ hash: theirs, password: 'password of mine' })).toBe(false);
  expect(await verify({ hash: 'nonsense', password: 'password of mine' })).toBe(false);
});

test('reading a file does not wait until passwords are hashed', async () => {
  await hash('starts the thread');
  let hashed = 0;
  const all = Promise.all(Array.from({ length: 10 }, () => hash('one of many').then(() => (hashed += 1))));
  await new Promise((resolve) => setImmediate(resolve)); // until they are under way
  await stat(import.meta.filename); // by one of libuv's four threads
  expect(hashed).toBeLessThan(7); // by libuv's threads, seven of ten would be done before the file is read
  await all;
});
