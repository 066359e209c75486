import type { Refusal } from '@terrace/protocol';
import type { CreateSharedLimit } from '../limits/rate-limit.ts';

const MINUTE = 60; // s
const HOUR = 60 * MINUTE;

/**
 * Limits per address are generous because schools and clubs share addresses. Limits per account and address are tight
 * because owners rarely mistype their password. sign-in-limits.ts explains the `signIn…` limits.
 */
const createLimits = (createLimit: CreateSharedLimit) => ({
  guest: createLimit('guest', { points: 5_000, duration: 10 * MINUTE }),
  signUp: createLimit('signUp', { points: 30, duration: HOUR }),
  signInFrom: createLimit('signInFrom', { points: 60, duration: 15 * MINUTE }),
  signInFromAs: createLimit('signInFromAs', { points: 15, duration: 15 * MINUTE }),
  signInDevice: createLimit('signInDevice', { points: 15, duration: 15 * MINUTE }),
  signInAs: createLimit('signInAs', { points: 100, duration: HOUR }),
  signInNearAs: createLimit('signInNearAs', { points: 3, duration: 15 * MINUTE }),
  password: createLimit('password', { points: 15, duration: 15 * MINUTE }),
  mail: createLimit('mail', { points: 6, duration: HOUR }),
  mailFrom: createLimit('mailFrom', { points: 20, duration: HOUR }),
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
