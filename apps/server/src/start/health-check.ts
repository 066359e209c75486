/**
 * The health check of a container. Docker only marks a container as unhealthy, so after three failures in a row this
 * kills the server, whose container then restarts. The server is a child of the container's first process, which Docker
 * provides with `init: true`.
 */
import { countHealthCheck } from './hung-process.ts';

const [port = process.env.PORT ?? '3000', parent = '1', timeoutMs = '3000'] = process.argv.slice(2);

const answered = await fetch(`http://127.0.0.1:${port}/health`, {
  signal: AbortSignal.timeout(Number(timeoutMs)),
}).then(
  ({ ok }) => ok,
  () => false,
);
countHealthCheck({ answered, parent, program: 'apps/server/src/main.ts' });
process.exit(answered ? 0 : 1);
