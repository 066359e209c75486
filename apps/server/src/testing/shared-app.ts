import { beforeAll } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import type { RouteInfo } from '../http/route.ts';
import { startNode, startTestApp, useConnection } from './app.ts';
import { collectFaults, expectNoFaults } from './faults.ts';

/** All tests share one address, so its limits must not apply. */
const UNLIMITED = { points: 1_000_000, duration: 1 };

export type SharedApp = {
  readonly url: string;
  readonly databaseUrl: string;
  readonly database: ReturnType<typeof useConnection>;
  readonly routes: readonly RouteInfo[];
};

const once = <T>(start: () => Promise<T>): (() => Promise<T>) => {
  let started: Promise<T> | undefined;
  return () => {
    started ??= start();
    return started;
  };
};

/** Shared apps end with the process of the test worker. */
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

/** All test files of a worker share this server. Tests with other options or exact counts use `useTestApp`. */
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
