import { type AppOptions, startApp } from '../app.ts';
import { createLog } from '../log.ts';

export const SECRET = 'a secret for tests only';

/** The real server on a free port of loopback, without the pages. Faults go to stdout, where a failing test shows them. */
export const startTestApp = (
  databaseUrl: string,
  now: () => number = Date.now,
  log = createLog('error'),
  more: Partial<AppOptions> = {},
) =>
  startApp({
    databaseUrl,
    port: 0,
    host: '127.0.0.1',
    secret: SECRET,
    web: false,
    trustProxy: false,
    log,
    now,
    ...more,
  });
