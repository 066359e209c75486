/** `silent`: no answer in time, such as from a server that is busy or hangs. */
export type ServerState = 'ready' | 'unready' | 'silent';

/** A ready server that is silent this many times in a row is not named. Busy servers keep their visitors until then. */
const MAX_SILENT = 3;

type Options = {
  /** All addresses of a name. @throws if the DNS does not answer */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  /** A server is new until it is ready. */
  readonly stateOf: (address: string, isNew: boolean) => Promise<ServerState>;
  /** Waits between the starts of two checks of the same name or server. */
  readonly pause: () => Promise<void>;
  readonly onChange: (name: string, addresses: readonly string[]) => void;
};

type Server = {
  wasAsked: boolean;
  /** How often a server that was ready has been silent since. Undefined for a server that is not ready. */
  silences: number | undefined;
};

/**
 * The addresses of ready servers, by name. If no server of a name is ready, all of its addresses count: the servers
 * themselves explain to clients what is missing, such as the database.
 *
 * Each name and each server is checked in a loop of its own, so that a silent server does not delay the others.
 */
export function createReadyAddresses(names: readonly string[], options: Options) {
  const answers = new Map(names.map((name) => [name, watch(name, options)]));
  return {
    /** Waits for the first answer. @returns undefined for a name that is not one of the given ones */
    of: (name: string): Promise<readonly string[]> | undefined => answers.get(name)?.(),
  };
}

/** @returns a function for the present addresses of a name */
function watch(name: string, { resolve, stateOf, pause, onChange }: Options): () => Promise<readonly string[]> {
  const servers = new Map<string, Server>();
  const first = Promise.withResolvers<readonly string[]>();
  let answer: readonly string[] | undefined;

  function publish(): void {
    const all = [...servers];
    const ready = all.filter(([, { silences }]) => silences !== undefined);
    const isComplete = all.every(([, { wasAsked }]) => wasAsked);
    if (answer === undefined && ready.length === 0 && !isComplete) return;
    const before = answer?.join();
    answer = (ready.length > 0 ? ready : all).map(([address]) => address).toSorted();
    first.resolve(answer);
    if (before !== undefined && before !== answer.join()) onChange(name, answer);
  }

  async function watchName(): Promise<never> {
    for (;;) {
      const next = pause();
      // Known addresses stay while the DNS does not answer: the servers may still run.
      const all = await resolve(name).catch(() => undefined);
      if (all !== undefined) setAddresses(all);
      await next;
    }
  }

  function setAddresses(all: readonly string[]): void {
    for (const address of servers.keys()) if (!all.includes(address)) servers.delete(address);
    for (const address of all) {
      if (servers.has(address)) continue;
      const server = { wasAsked: false, silences: undefined };
      servers.set(address, server);
      void watchServer(address, server);
    }
    publish();
  }

  async function watchServer(address: string, server: Server): Promise<void> {
    while (servers.get(address) === server) {
      const next = pause();
      const state = await stateOf(address, server.silences === undefined);
      if (servers.get(address) !== server) return;
      server.silences = silencesAfter(state, server.silences);
      server.wasAsked = true;
      publish();
      await next;
    }
  }

  void watchName();
  return async () => answer ?? first.promise;
}

function silencesAfter(state: ServerState, before: number | undefined): number | undefined {
  if (state === 'ready') return 0;
  return state === 'silent' && before !== undefined && before + 1 < MAX_SILENT ? before + 1 : undefined;
}
