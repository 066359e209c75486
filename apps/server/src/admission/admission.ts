import type { Refusal } from '@terrace/protocol';
import { createRateLimit } from '../limits/rate-limit.ts';
import { createConcurrency, type Done } from './concurrency.ts';

/** The points one address block may use in `duration` seconds. */
export type Budget = { readonly points: number; readonly duration: number };

/** Sixty people opening a page at once stay below it; a flooding client leaves most of a CPU free. */
const BUDGET: Budget = { points: 4_000, duration: 5 };

/** Points for each kind of request. One point is about 0.1 ms of server work. */
export const COST = {
  file: 1,
  pageData: 1,
  request: 2,
  log: 2,
  event: 1,
  handshake: 10,
  command: 12,
  page: 20,
  search: 20,
  download: 20,
  password: 40,
  picture: 100,
} as const;

/** Events of a log that can be read, checked and serialized for one point. */
const EVENTS_PER_POINT = 16;

const EVENT_MS = 0.015;

/** The extra cost of a reply with these events, charged once they are read. */
export const costOfEvents = ({ length }: readonly unknown[]): number => Math.ceil(length / EVENTS_PER_POINT);

/** The work of a reply with these events, in ms. */
export const workOfEvents = ({ length }: readonly unknown[]): number => length * EVENT_MS;

/** Limits the concurrency of expensive work, so that moves are played under any load. */
const createGroups = () => ({
  page: createConcurrency({ running: 2, waiting: 60, perAddress: 60, cooldownFactor: 4 }),
  log: createConcurrency({ running: 3, waiting: 300, perAddress: 250, cooldownFactor: 4 }),
  search: createConcurrency({ running: 3, waiting: 12, perAddress: 30, cooldownFactor: 4 }),
  download: createConcurrency({ running: 4, waiting: 4, perAddress: 2 }),
  picture: createConcurrency({ running: 2, waiting: 30, perAddress: 20 }),
  password: createConcurrency({ running: 4, waiting: 120, perAddress: 40 }),
});

export type Group = keyof ReturnType<typeof createGroups>;

const RETRY_WHEN_BUSY_MS = 2_000;

export type Admission = ReturnType<typeof createAdmission>;

/** Accepts or rejects requests by their cost, before any work is done. */
export function createAdmission(usual: Budget = BUDGET) {
  const budget = createRateLimit(usual);
  const groups = createGroups();

  return {
    /** @returns the refusal when the address block's budget is used up */
    charge: (address: string, cost: number): Refusal | undefined => budget.consume(address, cost),

    /** Waits for a place in a group, held until `done` resolves. @returns the refusal when too many wait */
    async enter(group: Group, address: string, done: Done): Promise<Refusal | undefined> {
      return (await groups[group].enter(address, done)) ? undefined : { code: 'busy', retryMs: RETRY_WHEN_BUSY_MS };
    },
  };
}
