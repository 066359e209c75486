/**
 * Ends a child when its parent is gone. A thread of its own, because a child whose event loop is blocked does not see
 * that its channel has closed.
 */
import { workerData } from 'node:worker_threads';

const CHECK_EVERY_MS = 250;

const parent: unknown = workerData; // checked without a library, because loading one takes longer than starting the thread
if (typeof parent !== 'number') throw new TypeError('the id of the parent is missing');

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); // `process.exit` would only end this thread
}, CHECK_EVERY_MS);
