import { err, ok, type Result } from '@terrace/rules';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** What is tried first wherever passwords are guessed, in lower case; shorter ones fall to the length. */
const COMMON = new Set([
  'password',
  'passw0rd',
  'password1',
  'password12',
  'password123',
  'passwort',
  'motdepasse',
  'contraseña',
  '12345678',
  '123456789',
  '1234567890',
  '0123456789',
  '87654321',
  '987654321',
  '11111111',
  '00000000',
  '88888888',
  '12341234',
  '12121212',
  '11223344',
  '1q2w3e4r',
  '1q2w3e4r5t',
  '1qaz2wsx',
  'q1w2e3r4',
  'qwertyui',
  'qwertyuiop',
  'qwerty12',
  'qwerty123',
  'qwertz123',
  'asdfghjk',
  'asdfasdf',
  'zxcvbnm1',
  'abcd1234',
  'abc12345',
  'abcdefgh',
  'aaaaaaaa',
  'a1b2c3d4',
  'iloveyou',
  'iloveyou1',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'starwars',
  'computer',
  'internet',
  'whatever',
  'trustno1',
  'changeme',
  'letmein1',
  'letmein123',
  'welcome1',
  'welcome123',
  'admin123',
  'administrator',
  'dragon12',
  'monkey12',
  'master12',
  'shadow12',
  'michael1',
  'terrace1',
  'terrace123',
]);

/** Why a password does not do for somebody of this name. */
export function checkPassword(password: string, name: string): Result<string, 'short' | 'long' | 'name' | 'common'> {
  if (password.length < MIN_PASSWORD_LENGTH) return err('short');
  if (password.length > MAX_PASSWORD_LENGTH) return err('long');
  const folded = password.toLowerCase();
  if (folded === name.toLowerCase()) return err('name');
  return COMMON.has(folded) ? err('common') : ok(password);
}
