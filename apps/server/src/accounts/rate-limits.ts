import type { Refusal } from '@terrace/protocol';
import type { CreateSharedLimit } from '../limits/rate-limit.ts';

const MINUTE = 60; // s
const HOUR = 60 * MINUTE;

/**
 * How often something may be tried. By address generously, since schools and clubs share one; at one account from one address
 * tightly, since nobody mistypes their own password that often. For what `signIn…` limits, see sign-in-limits.ts.
 */
const LIMITS = {
  guest: { points: 5_000, duration: 10 * MINUTE },
  signUp: { points: 30, duration: HOUR },
  signInFrom: { points: 60, duration: 15 * MINUTE },
  signInFromAs: { points: 15, duration: 15 * MINUTE },
  signInDevice: { points: 15, duration: 15 * MINUTE },
  signInAs: { points: 100, duration: HOUR },
  signInNearAs: { points: 3, duration: 15 * MINUTE },
  password: { points: 15, duration: 15 * MINUTE },
  mail: { points: 6, duration: HOUR },
  mailFrom: { points: 20, duration: HOUR },
  export: { points: 5, duration: HOUR },
} as const;

export type Limited = keyof typeof LIMITS;
export type RateLimits = ReturnType<typeof createRateLimits>;

/** The limits of everything that has to do with accounts. */
export function createRateLimits(createLimit: CreateSharedLimit) {
  const limits = {
    guest: createLimit('guest', LIMITS.guest),
    signUp: createLimit('signUp', LIMITS.signUp),
    signInFrom: createLimit('signInFrom', LIMITS.signInFrom),
    signInFromAs: createLimit('signInFromAs', LIMITS.signInFromAs),
    signInDevice: createLimit('signInDevice', LIMITS.signInDevice),
    signInAs: createLimit('signInAs', LIMITS.signInAs),
    signInNearAs: createLimit('signInNearAs', LIMITS.signInNearAs),
    password: createLimit('password', LIMITS.password),
    mail: createLimit('mail', LIMITS.mail),
    mailFrom: createLimit('mailFrom', LIMITS.mailFrom),
    export: createLimit('export', LIMITS.export),
  } satisfies Record<Limited, unknown>;

  return {
    /** Counts one attempt against each limit in turn. @returns the refusal of the first that is used up */
    async consume(...attempts: readonly (readonly [Limited, string])[]): Promise<Refusal | undefined> {
      for (const [what, key] of attempts) {
        const tooMany = await limits[what].consume(key);
        if (tooMany !== undefined) return tooMany;
      }
      return undefined;
    },

    /** Takes one attempt back, because it succeeded. */
    reward: (what: Limited, key: string): Promise<void> => limits[what].reward(key),
  };
}
