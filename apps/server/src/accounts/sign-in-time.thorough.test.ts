import { newName, request, signUp } from '@terrace/testing/members';
import { afterAll, expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords((error) => process.emitWarning(String(error))); // with the hashing cost of a real server
const app = useTestApp({ passwords });
afterAll(passwords.close);

test('an unknown name and a wrong password are rejected after a similar time', async () => {
  const name = newName();
  await signUp(app.url, name);
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let n = 0; n < 5; n += 1) {
    for (const [kind, login] of [
      ['known', name],
      ['unknown', newName()],
    ] as const) {
      const before = performance.now();
      const reply = await request(app.url, '/api/account/sign-in', { body: { login, password: 'a wrong password' } });
      times[kind].push(performance.now() - before);
      expect(reply.status).toBe(401);
    }
  }
  const median = (of: number[]) => of.toSorted((a, b) => a - b)[2] ?? 0;
  const ratio = median(times.known) / median(times.unknown);
  // Without a hash for unknown names, they would be rejected about fifty times faster.
  expect(ratio).toBeGreaterThan(0.25);
  expect(ratio).toBeLessThan(4);
});
