import { DatabaseUnavailable } from './store.ts';

/** How long to wait between two looks whether Postgres is back, in ms. */
const PROBE_EVERY = 250;

type Watch = {
  now: () => number;
  ping: () => Promise<void>;
  /** Gives the running clocks the time from `since` to `until` back. */
  makeGood: (since: number, until: number) => Promise<void>;
  report: (fault: unknown) => void;
};

export type Outage = ReturnType<typeof createOutage>;

/** One outage of the database at a time: known from `begin`, over when it answers again and the clocks are made good. */
export function createOutage({ now, ping, makeGood, report }: Watch) {
  let since: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function probe(): Promise<void> {
    if (since === null || closed) return;
    try {
      await ping();
      await makeGood(since, now());
      since = null;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) {
        timer = setTimeout(() => void probe(), PROBE_EVERY);
      } else {
        report(error);
        since = null;
      }
    }
  }

  return {
    get on(): boolean {
      return since !== null;
    },
    /** The database failed a command that arrived at `at` (ms since 1970). */
    begin(at: number): void {
      if (since !== null || closed) return;
      since = at;
      void probe();
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}
