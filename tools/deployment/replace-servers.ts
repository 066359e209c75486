/** What a rolling restart needs of the machine that runs the servers. */
export type Servers = {
  /** The ids of all servers, running or not. */
  list(): Promise<readonly string[]>;
  /** The ids of servers that do not run, and that Docker does not start by itself. */
  listStopped(): Promise<readonly string[]>;
  /** Applies the migrations of the new version. */
  migrate(): Promise<void>;
  /** Starts servers of the new version until there are `count`, and leaves the others alone. */
  grow(count: number): Promise<void>;
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
const MAX_ASKED = 60;

/** A rolling restart that did not replace all servers. Those that were not replaced keep running. */
export class RestartFailed extends Error {}

/**
 * Replaces the servers one after the other. A new server is ready before an old one hands over its players and stops.
 * @throws RestartFailed if a server does not become ready; the old ones keep running
 */
export async function replaceServers(servers: Servers, options: Options): Promise<void> {
  const stopped = await servers.listStopped();
  const old = (await servers.list()).filter((id) => !stopped.includes(id));
  if (old.length === 0) throw new RestartFailed('No server is running. Start the servers with docker compose up -d.');
  // Such as a server that an interrupted restart has stopped: it would be started with its old version.
  for (const id of stopped) await servers.retire(id);
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
      if (asked === MAX_ASKED) {
        throw new RestartFailed('The new server did not become ready and is removed. The old ones keep running.');
      }
      await wait();
      throwIfStopped();
    }
    return id;
  } catch (error) {
    for (const id of await added()) print(await servers.discard(id));
    throw error;
  }
}
