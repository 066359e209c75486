import type { Refusal } from '@terrace/protocol';
import type { CreateSharedLimit } from '../limits/rate-limit.ts';

const MINUTE = 60; // s
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Limits per address let sixty people of a school or club arrive together, with a few attempts each: sign up, sign in, be
 * mailed. Limits per account and address are tight because owners rarely mistype their password. sign-in-limits.ts
 * explains the `signIn…` limits, mail-limits.ts those of mails.
 */
const createLimits = (createLimit: CreateSharedLimit) => ({
  guest: createLimit('guest', { points: 5_000, duration: 10 * MINUTE }),
  signUp: createLimit('signUp', { points: 180, duration: HOUR }),
  signInFrom: createLimit('signInFrom', { points: 180, duration: 15 * MINUTE }),
  signInFromAs: createLimit('signInFromAs', { points: 15, duration: 15 * MINUTE }),
  signInDevice: createLimit('signInDevice', { points: 15, duration: 15 * MINUTE }),
  signInAs: createLimit('signInAs', { points: 100, duration: HOUR }),
  signInNearAs: createLimit('signInNearAs', { points: 3, duration: 15 * MINUTE }),
  password: createLimit('password', { points: 15, duration: 15 * MINUTE }),
  mail: createLimit('mail', { points: 6, duration: HOUR }),
  mailFrom: createLimit('mailFrom', { points: 120, duration: HOUR }),
  confirmFromTo: createLimit('confirmFromTo', { points: 4, duration: DAY }),
  confirmTo: createLimit('confirmTo', { points: 20, duration: DAY }),
  resetTo: createLimit('resetTo', { points: 6, duration: HOUR }),
  export: createLimit('export', { points: 5, duration: HOUR }),
});

export type Limited = keyof ReturnType<typeof createLimits>;
export type RateLimits = ReturnType<typeof createRateLimits>;

export function createRateLimits(createLimit: CreateSharedLimit) {
  const limits = createLimits(createLimit);

  return {
    /** @returns the refusal of the first exhausted limit */
    async consume(...attempts: readonly (readonly [Limited, string])[]): Promise<Refusal | undefined> {
      for (const [what, key] of attempts) {
        const tooMany = await limits[what].consume(key);
        if (tooMany !== undefined) return tooMany;
      }
      return undefined;
    },

    refund: async (what: Limited, key: string): Promise<void> => limits[what].refund(key),
  };
}
