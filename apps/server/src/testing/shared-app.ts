import { beforeAll } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import type { RouteInfo } from '../http/route.ts';
import { startNode, startTestApp, useConnection } from './app.ts';
import { collectFaults, expectNoFaults } from './faults.ts';

/** The tests share one address, so no limit per address block may apply. */
const UNLIMITED = { points: 1_000_000, duration: 1 };

export type SharedApp = {
  readonly url: string;
  readonly databaseUrl: string;
  readonly database: ReturnType<typeof useConnection>;
  /** Every route but the pages'. */
  readonly routes: readonly RouteInfo[];
};

const once = <T>(start: () => Promise<T>): (() => Promise<T>) => {
  let started: Promise<T> | undefined;
  return () => {
    started ??= start();
    return started;
  };
};

/** They end with the test worker's process. */
const sharedApp = once(async () => {
  const { url: databaseUrl } = await freshDatabase();
  const faults = collectFaults();
  const { url, routes } = await startTestApp(databaseUrl, { log: faults.log, budget: UNLIMITED });
  return { url, databaseUrl, routes, faults };
});
const sharedNodes = once(async () => {
  const { url: databaseUrl } = await freshDatabase();
  const faults = collectFaults();
  const start = () => startNode(databaseUrl, { budget: UNLIMITED, log: faults.log });
  const [{ url: here }, { url: there }] = await Promise.all([start(), start()]);
  return { here, there, databaseUrl, faults };
});

/**
 * The server that all test files of a worker share, on one database. A test that stops or configures a server, moves its clock,
 * or counts everything on it uses `useTestApp` instead.
 */
export function useSharedApp(): SharedApp {
  let app: Awaited<ReturnType<typeof sharedApp>>;
  beforeAll(async () => {
    app = await sharedApp();
  });
  expectNoFaults(() => app?.faults);
  return {
    database: useConnection(() => app.databaseUrl),
    get url() {
      return app.url;
    },
    get databaseUrl() {
      return app.databaseUrl;
    },
    get routes() {
      return app.routes;
    },
  };
}

/** Two servers on one database that all test files of a worker share. */
export function useSharedNodes(): Pick<SharedApp, 'databaseUrl' | 'database'> &
  Readonly<Record<'here' | 'there', string>> {
  let nodes: Awaited<ReturnType<typeof sharedNodes>>;
  beforeAll(async () => {
    nodes = await sharedNodes();
  });
  expectNoFaults(() => nodes?.faults);
  return {
    database: useConnection(() => nodes.databaseUrl),
    get here() {
      return nodes.here;
    },
    get there() {
      return nodes.there;
    },
    get databaseUrl() {
      return nodes.databaseUrl;
    },
  };
}
