/**
 * Ends a child when its parent is gone. A thread of its own, because a child whose event loop is blocked does not see
 * that its channel has closed.
 */
import { workerData } from 'node:worker_threads';
import { z } from 'zod';

const CHECK_EVERY_MS = 250;

const { parent } = z.object({ parent: z.number() }).parse(workerData);

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); // `process.exit` would only end this thread
}, CHECK_EVERY_MS);
