import { newName, request, signUp } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { cheapPasswords } from '../testing/passwords.ts';

let hashes = 0;
const { hash, verify, check, close } = cheapPasswords();
const passwords = {
  hash: (password: string) => {
    hashes += 1;
    return hash(password);
  },
  verify: (given: Parameters<typeof verify>[0]) => {
    hashes += 1;
    return verify(given);
  },
  check,
  close,
};
const app = useTestApp({ passwords });

test('an unknown name and a wrong password get the same answer after the same number of hashes', async () => {
  const name = newName();
  await signUp(app.url, name);
  const attempt = async (login: string) => {
    hashes = 0;
    const body = { login, password: 'not the right password' };
    const reply = await request(app.url, '/api/account/sign-in', { body });
    return { hashes, status: reply.status, body: reply.body };
  };
  const refused = { hashes: 1, status: 401, body: expect.objectContaining({ refusal: { code: 'wrong-login' } }) };
  const known = await attempt(name);
  expect(known).toEqual(refused);
  expect(await attempt(newName())).toEqual(known);
});
