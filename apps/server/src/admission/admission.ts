import type { Refusal } from '@terrace/protocol';
import { createRateLimit } from '../limits/rate-limit.ts';
import { createConcurrency, type Done } from './concurrency.ts';

/** What one address block may use up in `duration` s. */
export type Budget = { readonly points: number; readonly duration: number };

/**
 * For everything it asks, over HTTP and sockets together. A class of sixty that opens the same
 * page at once stays below it; one client that asks without end leaves the others most of a processor.
 */
const BUDGET: Budget = { points: 4_000, duration: 5 };

/** What is taken from the budget: one point is some 0.1 ms of the server's work. */
export const COST = {
  file: 1,
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

/** Events of a log that are read, checked and written for one point. */
const EVENTS_PER_POINT = 16;

/** The work of reading, checking and writing one event of a log, in ms. */
const EVENT_MS = 0.015;

/** What the answer to a request costs beyond the request, when it holds so many events: known when they have been read. */
export const costOfEvents = ({ length }: readonly unknown[]): number => Math.ceil(length / EVENTS_PER_POINT);

/** The work of such an answer, in ms. */
export const workOfEvents = ({ length }: readonly unknown[]): number => length * EVENT_MS;

/** What is expensive has a few places of its own, so that however much of it is asked for, moves are played meanwhile. */
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

/** Decides what is done at all, before anything is done for it. */
export function createAdmission(usual: Budget = BUDGET) {
  const budget = createRateLimit(usual);
  const groups = createGroups();

  return {
    /** Takes the cost of a request from an address block's budget. @returns the refusal when it is used up */
    charge: (address: string, cost: number): Promise<Refusal | undefined> => budget.consume(address, cost),

    /** Waits for a place in a group, held until `done` resolves. @returns the refusal when too many wait already */
    async enter(group: Group, address: string, done: Done): Promise<Refusal | undefined> {
      return (await groups[group].enter(address, done)) ? undefined : { code: 'busy', retryMs: RETRY_WHEN_BUSY_MS };
    },
  };
}
