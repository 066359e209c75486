/**
 * `node tools/rolling-restart.ts` replaces the servers of docker compose one after the other with the current image. It
 * needs no installed packages. Build or pull the image first.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dockerServers } from './deployment/docker.ts';
import { RestartFailed, replaceServers } from './deployment/replace-servers.ts';
import { printHelpIfAsked } from './help.ts';

printHelpIfAsked(
  'node tools/rolling-restart.ts: replaces the servers of docker compose with the current image, without downtime.',
);

/** A stop lets the replacement of a server finish, or removes the new server if it is not ready yet. */
const stop = new AbortController();
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
  void once(process, signal).then(() =>
    stop.abort(new RestartFailed('Stopped. All servers that were ready keep running.')),
  );
}

try {
  await replaceServers(dockerServers(join(import.meta.dirname, '..')), {
    print: console.log,
    wait: () => delay(1_000),
    throwIfStopped: () => stop.signal.throwIfAborted(),
  });
  process.exit(0);
} catch (error) {
  if (!(error instanceof RestartFailed)) throw error;
  console.error(error.message);
  process.exit(1);
}
