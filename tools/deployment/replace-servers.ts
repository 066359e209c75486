/** What a rolling restart needs of the machine that runs the servers. */
export type Servers = {
  /** How many servers the settings ask for. */
  configured(): Promise<number>;
  /** The ids of all servers, running or not. */
  list(): Promise<readonly string[]>;
  /** The ids of servers that do not run, and that Docker does not start by itself. */
  listStopped(): Promise<readonly string[]>;
  /** Applies the migrations of the new version. */
  migrate(): Promise<void>;
  /** Starts servers of the new version until there are `count`, and leaves the others alone. */
  grow(count: number): Promise<void>;
  /** Whether the server could replace another one: the proxy knows it and gets answers. */
  isReady(id: string): Promise<boolean>;
  /** Lets a server hand over its players if it runs, and removes it. */
  retire(id: string): Promise<void>;
  /** Removes a server that serves no player. @returns the last lines of its log */
  discard(id: string): Promise<string>;
};

export type Options = {
  readonly print: (line: string) => void;
  /** Waits a second. */
  readonly wait: () => Promise<void>;
  /** Throws once the restart has been asked to stop. */
  readonly throwIfStopped: () => void;
};

/** The number of readiness checks of a new server, one per second. */
const MAX_CHECKS = 60;

/** A rolling restart that did not replace all servers. Those that were not replaced keep running. */
export class RestartFailed extends Error {}

/**
 * Replaces the servers one after the other. A new server is ready before an old one hands over its players and stops.
 * @throws RestartFailed if a server does not become ready; the old ones keep running
 */
export async function replaceServers(servers: Servers, options: Options): Promise<void> {
  const stopped = await servers.listStopped();
  const running = (await servers.list()).filter((id) => !stopped.includes(id));
  if (running.length === 0)
    throw new RestartFailed('No server is running. Start the servers with docker compose up -d.');
  // Such as a server that an interrupted restart has stopped: it would be started with its old version.
  for (const id of stopped) await servers.retire(id);
  const { surplus, old } = await divide(running, servers);
  for (const id of surplus) {
    options.throwIfStopped();
    await servers.retire(id);
    options.print(`Removed server ${id}, because there were more servers than the settings ask for`);
  }
  await servers.migrate();
  const kept = new Set(old);
  for (const id of old) {
    options.throwIfStopped();
    kept.add(await addServer(servers, kept, old.length + 1, options));
    await servers.retire(id);
    kept.delete(id);
    options.print(`Replaced server ${id}`);
  }
}

/** Servers above the configured number, such as after an interrupted restart, need no successor. Unready ones go first. */
async function divide(running: readonly string[], servers: Servers) {
  const count = Math.max(0, running.length - (await servers.configured()));
  if (count === 0) return { surplus: [], old: running };
  const checked = await Promise.all(running.map(async (id) => ({ id, isReady: await servers.isReady(id) })));
  const surplus = checked
    .toSorted((a, b) => Number(a.isReady) - Number(b.isReady))
    .slice(0, count)
    .map(({ id }) => id);
  return { surplus, old: running.filter((id) => !surplus.includes(id)) };
}

/** @returns the id of the new server, once it is ready */
async function addServer(
  servers: Servers,
  kept: ReadonlySet<string>,
  count: number,
  { print, wait, throwIfStopped }: Options,
): Promise<string> {
  const added = async () => (await servers.list()).filter((id) => !kept.has(id));
  try {
    await servers.grow(count);
    const [id] = await added();
    if (id === undefined) throw new RestartFailed('No new server was started.');
    for (let asked = 1; !(await servers.isReady(id)); asked += 1) {
      if (asked === MAX_CHECKS) {
        throw new RestartFailed('The new server did not become ready and is removed. The old ones keep running.');
      }
      await wait();
      throwIfStopped();
    }
    return id;
  } catch (error) {
    try {
      for (const id of await added()) print(await servers.discard(id));
    } catch (second) {
      print(`A new server may be left: ${second instanceof Error ? second.message : String(second)}`);
    }
    throw error;
  }
}
