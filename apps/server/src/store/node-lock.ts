import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseFault } from '../game-service/games.ports.ts';
import { createListeners } from '../runtime/listeners.ts';
import { runQuery } from './run-query.ts';

export const NODE_KEY = 8_037_701;
const LEADER_KEY = 8_037_702;

/** Ends connections of an earlier session of this node that Postgres still considers open, and waits for that. */
const END_EARLIER = `
  select pg_terminate_backend(pid, 2000) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`;

const TRY_EVERY_MS = 1_000;

/** Each unexpected failure doubles the pause between attempts up to this limit. */
const MAX_PAUSE_MS = 30_000;
const REPORT_EVERY_MS = 60_000;
const TRY_AT_START_EVERY_MS = 250;
const MAX_ANSWER_MS = 3_000;

/** Postgres drops connections of a vanished machine after a few seconds, and their locks with them. */
const KEEPALIVE = '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3';

type Options = {
  readonly databaseUrl: string;
  readonly isShared: boolean;
  /** Called with unexpected errors such as a missing permission, but not for an unreachable or busy database. */
  readonly reportError: (error: unknown) => void;
};

type Attempt = { readonly lock: 'held' | 'taken' } | { readonly lock: 'unknown'; readonly error: unknown };

export type NodeLock = ReturnType<typeof createNodeLock>;

/** Holds the node lock (exclusive without Redis, shared with it) and the leader lock until the process ends. */
export function createNodeLock({ databaseUrl, isShared, reportError }: Options) {
  const application = `terrace node ${randomUUID().slice(0, 8)}`;
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let held = { node: false, leader: false };
  let keeping: Promise<void> | undefined;
  const leaderListeners = createListeners<[]>(reportError);
  let reportedAt = Number.NEGATIVE_INFINITY;

  function clear(): void {
    client = undefined;
    held = { node: false, leader: false };
  }

  function setHeld(now: typeof held): void {
    const leadsNow = now.leader && !held.leader;
    held = now;
    if (leadsNow) leaderListeners.call();
  }

  async function connected(): Promise<pg.Client> {
    if (client !== undefined) return client;
    const made = new pg.Client({
      connectionString: databaseUrl,
      application_name: application,
      connectionTimeoutMillis: MAX_ANSWER_MS,
      query_timeout: MAX_ANSWER_MS,
      keepAlive: true,
      options: KEEPALIVE,
    });
    const lost = () => {
      if (client === made) clear();
    };
    made.on('error', lost);
    made.on('end', lost);
    try {
      await made.connect();
      await made.query(END_EARLIER, [application]);
    } catch (error) {
      await made.end().catch(() => undefined);
      throw error;
    }
    client = made;
    return made;
  }

  async function lock(on: pg.Client, how: 'shared' | 'exclusive', key: number): Promise<boolean> {
    const take = how === 'shared' ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    const { rows } = await on.query<{ held: boolean }>(`select ${take}($1) as held`, [key]);
    return rows[0]?.held === true && client === on;
  }

  async function takeFree(): Promise<Attempt> {
    const on = await connected();
    if (held.leader) await on.query('select 1');
    const node = held.node || (await lock(on, isShared ? 'shared' : 'exclusive', NODE_KEY));
    const leader = held.leader || (node && (await lock(on, 'exclusive', LEADER_KEY)));
    if (client === on) setHeld({ node, leader });
    return { lock: node ? 'held' : 'taken' };
  }

  function reportSometimes(error: unknown): void {
    if (closing.signal.aborted || performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    reportError(new Error('the node lock cannot be kept', { cause: error }));
  }

  /** Takes the locks that are free. Never rejects: unexpected errors are reported. */
  async function tryOnce(): Promise<Attempt> {
    try {
      return await runQuery(takeFree);
    } catch (error) {
      const broken = client;
      clear();
      await broken?.end().catch(() => undefined);
      if (!isDatabaseFault(error)) reportSometimes(error);
      return { lock: 'unknown', error };
    }
  }

  async function keep(onReplaced: () => void): Promise<void> {
    let pauseMs = TRY_EVERY_MS;
    while (!closing.signal.aborted) {
      const attempt = await tryOnce();
      if (attempt.lock === 'taken') {
        onReplaced();
        return;
      }
      const isUnexpected = attempt.lock === 'unknown' && !isDatabaseFault(attempt.error);
      pauseMs = isUnexpected ? Math.min(2 * pauseMs, MAX_PAUSE_MS) : TRY_EVERY_MS;
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  return {
    isLeader: (): boolean => held.leader,

    onLead: leaderListeners.add,

    /** Waits for the node lock. @throws the last error if Postgres did not answer */
    async acquire(ms: number): Promise<boolean> {
      const until = performance.now() + ms;
      for (;;) {
        const attempt = await tryOnce();
        if (held.node) return true;
        if (performance.now() > until) {
          if (attempt.lock === 'unknown') throw attempt.error;
          return false;
        }
        await sleep(TRY_AT_START_EVERY_MS);
      }
    },

    /** Keeps the locks and tries to become leader. Calls `onReplaced` if another node has taken the node lock. */
    start(onReplaced: () => void): void {
      keeping = keep(onReplaced);
    },

    async close(): Promise<void> {
      closing.abort();
      await keeping;
      const open = client;
      clear();
      await open?.end().catch(() => undefined);
    },
  };
}
