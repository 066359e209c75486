/** `silent`: no answer in time, such as from a server that is busy or hangs. */
export type ServerState = 'ready' | 'unready' | 'silent';

/** A ready server that is silent this many times in a row is not named. Busy servers keep their visitors until then. */
const MAX_SILENT = 3;

type Options = {
  /** All addresses of a name, of servers that run or not. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  /** A server is new until it is ready. */
  readonly stateOf: (address: string, isNew: boolean) => Promise<ServerState>;
  readonly onChange: (name: string, addresses: readonly string[]) => void;
};

/**
 * The addresses of ready servers, by name. If no server of a name is ready, all of its addresses count: the servers
 * themselves explain to clients what is missing, such as the database.
 */
export function createReadyAddresses(names: readonly string[], { resolve, stateOf, onChange }: Options) {
  const known = new Map<string, readonly string[]>();
  /** How often each server that was ready has been silent since. */
  const silences = new Map<string, number>();
  const answers = new Map(names.map((name) => [name, check(name)]));

  async function check(name: string): Promise<readonly string[]> {
    // Addresses that were known stay so while the names cannot be resolved: the servers may still run.
    const all = await resolve(name).catch(() => known.get(name) ?? []);
    known.set(name, all);
    const states = await Promise.all(
      all.map(async (address) => isReady(address, await stateOf(address, !silences.has(address)))),
    );
    const ready = all.filter((_, index) => states[index]);
    return (ready.length > 0 ? ready : all).toSorted();
  }

  function isReady(address: string, state: ServerState): boolean {
    const silent = silences.get(address);
    if (state === 'silent' && silent !== undefined && silent + 1 < MAX_SILENT) silences.set(address, silent + 1);
    else if (state === 'ready') silences.set(address, 0);
    else silences.delete(address);
    return silences.has(address);
  }

  return {
    /** @returns undefined for a name that is not one of the given ones */
    of: (name: string): Promise<readonly string[]> | undefined => answers.get(name),
    async checkAll(): Promise<void> {
      await Promise.all(
        names.map(async (name) => {
          const before = await answers.get(name);
          const now = await check(name);
          answers.set(name, Promise.resolve(now));
          if (before?.join() !== now.join()) onChange(name, now);
        }),
      );
    },
  };
}
