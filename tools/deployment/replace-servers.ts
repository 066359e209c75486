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
  /** Whether the server is ready and serves pages. */
  isReady(id: string): Promise<boolean>;
  /** Whether the server could replace another one: it is ready, and the proxy knows it. */
  canReplace(id: string): Promise<boolean>;
  /** Lets a server hand over its players if it runs, and removes it. */
  retire(id: string): Promise<void>;
  /** The last lines of the log of a server. */
  log(id: string): Promise<string>;
  /** Removes a server that serves no player. */
  discard(id: string): Promise<void>;
};

export type Options = {
  readonly print: (line: string) => void;
  /** Waits a second. */
  readonly wait: () => Promise<void>;
  /** Throws once the restart has been asked to stop. */
  readonly throwIfStopped: () => void;
};

/** The number of checks of a new server, one per second, and of one that may only be busy. */
const MAX_CHECKS = { new: 60, running: 10 };

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
  const configured = await servers.configured();
  // Such as a server that an interrupted restart has stopped: it would be started with its old version.
  for (const id of stopped) await servers.retire(id);
  const old = await removeSurplus(running, configured, servers, options);
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

/**
 * Removes the servers above the configured number, such as after an interrupted restart, without a successor. Unready
 * ones go first, and each goes only while another one is ready. @returns the others
 */
async function removeSurplus(running: readonly string[], configured: number, servers: Servers, options: Options) {
  const { print, throwIfStopped } = options;
  // Without `discovery`, which may fail although the servers are well.
  const findReady = (ids: readonly string[], enough: number) =>
    check(ids, { enough, times: MAX_CHECKS.running, isTrue: servers.isReady, ...options });
  let left = running;
  while (left.length > configured) {
    const ready = await findReady(left, left.length);
    const surplus = left.find((id) => !ready.has(id)) ?? left[0];
    const others = left.filter((id) => id !== surplus);
    if (surplus === undefined || (await findReady(others, 1)).size === 0) {
      throw new RestartFailed(
        `No other server is ready, so server ${surplus} is not removed. docker compose logs server says why.\n` +
          'docker compose up -d --force-recreate server replaces all servers at once.',
      );
    }
    throwIfStopped();
    await servers.retire(surplus);
    print(`Removed server ${surplus}, because there were more servers than the settings ask for`);
    left = others;
  }
  return left;
}

/** @returns the id of the new server, once it is ready */
async function addServer(servers: Servers, kept: ReadonlySet<string>, count: number, options: Options) {
  const added = async () => (await servers.list()).filter((id) => !kept.has(id));
  try {
    await servers.grow(count);
    const [id] = await added();
    if (id === undefined) throw new RestartFailed('No new server was started.');
    const able = await check([id], { enough: 1, times: MAX_CHECKS.new, isTrue: servers.canReplace, ...options });
    if (able.has(id)) return id;
    throw new RestartFailed('The new server did not become ready and is removed. The old ones keep running.');
  } catch (error) {
    await discard(added, servers, options);
    throw error;
  }
}

/** Removes the new servers, and prints their logs and each failure. */
async function discard(added: () => Promise<readonly string[]>, { log, discard }: Servers, { print }: Options) {
  const printFailure = (failed: string) => (error: unknown) =>
    print(`${failed}: ${error instanceof Error ? error.message : String(error)}`);
  const ids = await added().catch(printFailure('A new server may be left'));
  for (const id of ids ?? []) {
    await log(id).then(print, printFailure(`The log of server ${id} cannot be read`));
    await discard(id).catch(printFailure(`The new server ${id} may be left`));
  }
}

type Check = Options & {
  readonly isTrue: (id: string) => Promise<boolean>;
  readonly enough: number;
  /** The most checks of each server, one per second. */
  readonly times: number;
};

/** Checks servers until enough have passed. @returns those that have passed */
async function check(ids: readonly string[], { isTrue, enough, times, wait, throwIfStopped }: Check) {
  const passed = new Set<string>();
  for (let checked = 1; ; checked += 1) {
    const others = ids.filter((id) => !passed.has(id));
    await Promise.all(others.map(async (id) => (await isTrue(id)) && passed.add(id)));
    if (passed.size >= enough || checked === times) return passed;
    await wait();
    throwIfStopped();
  }
}
