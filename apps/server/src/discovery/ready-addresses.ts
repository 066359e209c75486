type Options = {
  /** All addresses of a name, of servers that run or not. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  readonly isReady: (address: string) => Promise<boolean>;
  readonly onChange: (name: string, addresses: readonly string[]) => void;
};

/**
 * The addresses of ready servers, by name. If no server of a name is ready, all of its addresses count: the servers
 * themselves explain to clients what is missing, such as the database.
 */
export function createReadyAddresses(names: readonly string[], { resolve, isReady, onChange }: Options) {
  const known = new Map<string, readonly string[]>();
  const answers = new Map(names.map((name) => [name, check(name)]));

  async function check(name: string): Promise<readonly string[]> {
    // Addresses that were known stay so while the names cannot be resolved: the servers may still run.
    const all = await resolve(name).catch(() => known.get(name) ?? []);
    known.set(name, all);
    const states = await Promise.all(all.map(isReady));
    const ready = all.filter((_, index) => states[index]);
    return (ready.length > 0 ? ready : all).toSorted();
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
