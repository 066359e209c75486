import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { createThread } from '../runtime/thread.ts';

/** A likely part of passwords on this site, in addition to the player's name. */
const SITE = 'terrace';

/** The scrypt cost of better-auth, so that hashes are compatible in both directions. */
const COST = 16_384;

type WhyNot = 'short' | 'long' | 'name' | 'common';

export type Passwords = ReturnType<typeof createPasswords>;

/** Uses a thread that starts with the first password. `cost` is scrypt's N, a power of two. */
export function createPasswords(reportError: (error: unknown) => void, cost: number = COST) {
  const thread = createThread<unknown, unknown>(new URL('./passwords.worker.ts', import.meta.url), { reportError });

  return {
    hash: async (password: string): Promise<string> => String(await thread.run({ password, cost }, { name: 'hash' })),

    verify: async (given: { hash: string; password: string }): Promise<boolean> =>
      (await thread.run({ ...given, cost }, { name: 'verify' })) === true,

    async check(password: string, name: string): Promise<Result<string, WhyNot>> {
      if (password.length < MIN_PASSWORD_LENGTH) return err('short');
      if (password.length > MAX_PASSWORD_LENGTH) return err('long');
      const own = without(password.toLowerCase(), name.toLowerCase());
      if (own.length < MIN_PASSWORD_LENGTH) return err('name');
      if (without(own, SITE).length < MIN_PASSWORD_LENGTH) return err('common');
      const given = { password, known: [SITE, name] };
      return (await thread.run(given, { name: 'isCommon' })) === true ? err('common') : ok(password);
    },

    close: thread.close,
  };
}

const without = (text: string, word: string): string => (word === '' ? text : text.replaceAll(word, ''));
