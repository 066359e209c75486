import { isDatabaseFault } from './store.ts';

/** Time between two probes whether Postgres answers again, in ms. */
const PROBE_EVERY_MS = 250;

type Services = {
  now: () => number;
  ping: () => Promise<void>;
  /** Adds the time from `since` to `until` to the clocks that ran, in ms since 1970. */
  creditClocks: (since: number, until: number) => Promise<void>;
  report: (error: unknown) => void;
};

export type Outage = ReturnType<typeof createOutage>;

/** The outage of the database, one at a time: from `start` until Postgres answers again and the clocks are credited. */
export function createOutage({ now, ping, creditClocks, report }: Services) {
  let since: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let isChecking = false;

  async function probe(): Promise<void> {
    if (since === null || closed) return;
    try {
      await ping();
      await creditClocks(since, now());
      since = null;
    } catch (error) {
      if (isDatabaseFault(error)) {
        timer = setTimeout(() => void probe(), PROBE_EVERY_MS);
      } else {
        report(error);
        since = null;
      }
    }
  }

  /** Starts an outage, since the arrival of the command that could not be saved, `at` in ms since 1970. */
  function start(at: number): void {
    if (since !== null || closed) return;
    since = at;
    void probe();
  }

  return {
    get isOn(): boolean {
      return since !== null;
    },
    start,

    /** Asks Postgres whether it answers, after something else than an append failed at `at`; if not, the outage starts. */
    check(at: number): void {
      if (since !== null || isChecking || closed) return;
      isChecking = true;
      ping()
        .catch((error: unknown) => (isDatabaseFault(error) ? start(at) : report(error)))
        .finally(() => {
          isChecking = false;
        });
    },

    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}
