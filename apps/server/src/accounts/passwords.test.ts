import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import fc from 'fast-check';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const { check, hash, verify, close } = createPasswords((error) => expect.unreachable(String(error)));
afterAll(close);

const LIBUV_THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

test.each([
  ...['Password1', 'passw0rd', '1qaz2wsx', 'q1w2e3r4', 'aaaaaaaa', 'terrace123', 'motdepasse', '0123456789'],
  ...['iloveyou2', 'iloveyou12', 'sunshine1', 'terraceterrace!', 'my-terrace'],
])('%s is too easy to guess', async (password) => {
  expect(await check(password, 'mira')).toEqual({ ok: false, error: 'common' });
});

test('the ten thousand most common passwords are rejected', async () => {
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
  '%s is accepted',
  async (password) => {
    expect(await check(password, 'mira')).toEqual({ ok: true, value: password });
  },
);

test('a password that is little more than the name is rejected', async () => {
  for (const password of ['LongName42', 'longname42!', '7Longname42_x', 'longname42longname42'])
    expect(await check(password, 'longname42')).toEqual({ ok: false, error: 'name' });
});

test('hashes are compatible with better-auth in both directions', async () => {
  const [own, theirs] = await Promise.all([hash('pässword of mine'), hashPassword('pässword of mine')]);
  expect(await verifyPassword({ hash: own, password: 'pässword of mine' })).toBe(true);
  expect(await verify({ hash: theirs, password: 'pässword of mine' })).toBe(true);
  expect(await verify({ hash: theirs, password: 'password of mine' })).toBe(false);
  expect(await verify({ hash: 'nonsense', password: 'password of mine' })).toBe(false);
});

test('passwords are hashed while all threads that read files are blocked', async () => {
  await hash('starts the thread');
  const folder = mkdtempSync(join(tmpdir(), 'terrace-passwords-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Opening a pipe for reading blocks one of libuv's threads until a writer opens the pipe.
  const readers = Promise.all(Array.from({ length: LIBUV_THREADS }, () => open(pipe, 'r')));
  onTestFinished(async () => {
    const writer = openSync(pipe, constants.O_RDWR);
    for (const file of await readers) await file.close();
    closeSync(writer);
    rmSync(folder, { recursive: true });
  });
  const own = await hash('one of many');
  expect(await verify({ hash: own, password: 'one of many' })).toBe(true);
});
