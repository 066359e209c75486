import { isIPv6 } from 'node:net';
import type { Refusal } from '@terrace/protocol';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const MINUTE = 60; // s
const HOUR = 60 * MINUTE;

/**
 * How often something may be tried. By address generously, since schools and clubs share one; by name tightly, since
 * nobody mistypes their own password that often.
 */
const LIMITS = {
  guest: { points: 5_000, duration: 10 * MINUTE },
  signUp: { points: 30, duration: HOUR },
  signInFrom: { points: 60, duration: 15 * MINUTE },
  signInAs: { points: 15, duration: 15 * MINUTE },
  password: { points: 15, duration: 15 * MINUTE },
  mail: { points: 6, duration: HOUR },
  mailFrom: { points: 20, duration: HOUR },
  export: { points: 5, duration: HOUR },
} as const;

export type Limited = keyof typeof LIMITS;
export type Limits = ReturnType<typeof limits>;

/** Counts what is tried; a refusal when it is once too often. */
export function limits() {
  const counters = new Map(Object.entries(LIMITS).map(([what, limit]) => [what, new RateLimiterMemory(limit)]));
  const counter = (what: Limited) => {
    const found = counters.get(what);
    if (found === undefined) throw new Error(`nothing counts ${what}`);
    return found;
  };
  async function take(what: Limited, who: string): Promise<Refusal | undefined> {
    try {
      await counter(what).consume(who);
      return undefined;
    } catch (tooMany) {
      if (!(tooMany instanceof RateLimiterRes)) throw tooMany;
      return { code: 'too-many-requests', retryMs: tooMany.msBeforeNext };
    }
  }
  return {
    take,

    /** The refusal of the first limit that is used up. */
    async takeAll(...tries: readonly (readonly [Limited, string])[]): Promise<Refusal | undefined> {
      for (const [what, who] of tries) {
        const tooMany = await take(what, who);
        if (tooMany !== undefined) return tooMany;
      }
      return undefined;
    },

    /** What was tried did well, and is not counted. */
    async forgive(what: Limited, who: string): Promise<void> {
      await counter(what).reward(who);
    },
  };
}

/** Whom an address stands for: with IPv6 a household or a machine has a whole /64. */
export function household(address: string): string {
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('::');
  const [head, tail] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = after === undefined ? 0 : 8 - (head?.length ?? 0) - (tail?.length ?? 0);
  const groups = [...(head ?? []), ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...(tail ?? [])];
  return groups[5] === 'ffff' ? address : groups.slice(0, 4).join(':'); // an IPv4 address in IPv6's clothes stays whole
}
