import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Keys of the locks, each for its database: one that every node holds, and one that a single node holds. */
export const NODE_KEY = 8_037_701;
const LEADER_KEY = 8_037_702;

/** Ends the connections of an earlier session of this node, which Postgres has not seen to be broken yet, and waits for that, in ms. */
const END_EARLIER = `
  select pg_terminate_backend(pid, 2000) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`;

/** How often to try to get what is not held, or to see that it still is, in ms. */
const TRY_EVERY_MS = 1_000;

/** How often to try while a start waits for that, in ms. */
const TRY_AT_START_MS = 250;

/** How long to wait for an answer of Postgres, in ms. */
const ANSWER_MS = 3_000;

/** After some seconds Postgres gives up a connection whose machine has gone without a word, and the locks with it. */
const KEEPALIVE = '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3';

type Options = {
  readonly databaseUrl: string;
  /** Whether other nodes may be there at the same time. */
  readonly isShared: boolean;
};

export type NodeLock = ReturnType<typeof createNodeLock>;

/**
 * What a node holds in Postgres, by a connection of its own: it goes with the connection, so with the process, however that
 * ends. That is, first, its place: of nodes that cannot hear others only one has one, and of those that can, all. And the
 * leader's part, which one of them has: it does what must not be done twice.
 */
export function createNodeLock({ databaseUrl, isShared }: Options) {
  /** Tells Postgres, and operators, which sessions are of one node. */
  const application = `terrace node ${randomUUID().slice(0, 8)}`;
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let held = { place: false, lead: false };
  let keeping: Promise<void> | undefined;
  const leadListeners: (() => void)[] = [];

  function lose(): void {
    client = undefined;
    held = { place: false, lead: false };
  }

  function hold(now: typeof held): void {
    const leadsNow = now.lead && !held.lead;
    held = now;
    if (leadsNow) for (const listener of leadListeners) listener();
  }

  async function connected(): Promise<pg.Client> {
    if (client !== undefined) return client;
    const made = new pg.Client({
      connectionString: databaseUrl,
      application_name: application,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      options: KEEPALIVE,
    });
    const lost = () => {
      if (client === made) lose();
    };
    made.on('error', lost);
    made.on('end', lost);
    await made.connect();
    await made.query(END_EARLIER, [application]);
    client = made;
    return made;
  }

  async function lock(on: pg.Client, how: 'shared' | 'exclusive', key: number): Promise<boolean> {
    const take = how === 'shared' ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    const { rows } = await on.query<{ held: boolean }>(`select ${take}($1) as held`, [key]);
    return rows[0]?.held === true && client === on;
  }

  /** Takes what is free. @returns whether another node has the place; undefined while Postgres does not answer */
  async function tryOnce(): Promise<boolean | undefined> {
    try {
      const on = await connected();
      if (held.lead) await on.query('select 1');
      const place = held.place || (await lock(on, isShared ? 'shared' : 'exclusive', NODE_KEY));
      const lead = held.lead || (place && (await lock(on, 'exclusive', LEADER_KEY)));
      if (client === on) hold({ place, lead });
      return !place;
    } catch {
      const broken = client;
      lose();
      await broken?.end().catch(() => undefined);
      return undefined;
    }
  }

  async function keep(onTaken: () => void): Promise<void> {
    while (!closing.signal.aborted) {
      if (await tryOnce()) {
        onTaken();
        return;
      }
      await sleep(TRY_EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  return {
    /** Whether this node is the leader, as far as it knows. */
    isLeader: (): boolean => held.lead,

    /** Calls `listener` when this node has become the leader. */
    onLead: (listener: () => void): void => void leadListeners.push(listener),

    /** Waits for a place, for `ms` at most. @returns whether there is one */
    async wait(ms: number): Promise<boolean> {
      const until = performance.now() + ms;
      for (;;) {
        await tryOnce();
        if (held.place) return true;
        if (performance.now() > until) return false;
        await sleep(TRY_AT_START_MS);
      }
    },

    /** Keeps what is held, and tries to become the leader. `onTaken` is called when the connection broke and the place is another's now. */
    start(onTaken: () => void): void {
      keeping = keep(onTaken);
    },

    async close(): Promise<void> {
      closing.abort();
      await keeping;
      const open = client;
      lose();
      await open?.end().catch(() => undefined);
    },
  };
}
