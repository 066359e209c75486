import { expect, test } from 'vitest';
import { checkPassword } from './passwords.ts';

test.each(['Password1', 'passw0rd', '1qaz2wsx', 'q1w2e3r4', 'aaaaaaaa', 'terrace123', 'motdepasse', '0123456789'])(
  '%s is too easy to guess',
  async (password) => {
    expect(await checkPassword(password, 'mira')).toEqual({ ok: false, error: 'common' });
  },
);

test.each(['correct horse battery', 'xk7#pQ2m', 'ein langes Passwort', 'Zq7!kT'.repeat(20)])(
  '%s will do',
  async (password) => {
    expect(await checkPassword(password, 'mira')).toEqual({ ok: true, value: password });
  },
);

test('a password is not the name, nor the name with a digit', async () => {
  expect(await checkPassword('LongName42', 'longname42')).toEqual({ ok: false, error: 'name' });
  expect(await checkPassword('longname42!', 'longname42')).toEqual({ ok: false, error: 'common' });
});
