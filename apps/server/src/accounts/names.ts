import { guestNameWords, MAX_ACCOUNT_NAME_LENGTH, MIN_ACCOUNT_NAME_LENGTH } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';

/** Gives look-alike names the same key. Only ASCII matters, since other characters make a name invalid. */
export const nameKey = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[01i5_]/g, (letter) => LOOK_ALIKES[letter] ?? letter)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

const LOOK_ALIKES: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', '5': 's', _: '-' };

const RESERVED = new Set(
  [
    'terrace',
    'system',
    'server',
    'support',
    'staff',
    'official',
    'root',
    'owner',
    'host',
    'nobody',
    'anyone',
    'anonymous',
    'unknown',
    'null',
    'undefined',
    'south',
    'west',
    'north',
    'east',
    'me',
    'you',
  ].map(nameKey),
);
const RESERVED_BEGINNINGS = ['admin', 'moderator', 'guest', 'deleted', 'computer'].map(nameKey);

let guestWords: { readonly first: ReadonlySet<string>; readonly second: ReadonlySet<string> } | undefined;

function looksLikeGuest(key: string): boolean {
  const { first, second } = guestNameWords();
  guestWords ??= { first: new Set(first.map(nameKey)), second: new Set(second.map(nameKey)) };
  const [one = '', two = ''] = key.split('-').filter((part) => part !== '');
  return guestWords.first.has(one) && guestWords.second.has(two);
}

/** Checks the form of a name, not whether it is taken. */
export function checkName(name: string): Result<string, 'length' | 'letters' | 'reserved'> {
  if (name.length < MIN_ACCOUNT_NAME_LENGTH || name.length > MAX_ACCOUNT_NAME_LENGTH) return err('length');
  if (!/^[0-9A-Za-z_-]+$/.test(name) || !/[0-9A-Za-z]/.test(name)) return err('letters');
  const key = nameKey(name);
  const reserved =
    RESERVED.has(key) || RESERVED_BEGINNINGS.some((start) => key.startsWith(start)) || looksLikeGuest(key);
  return reserved ? err('reserved') : ok(key);
}
