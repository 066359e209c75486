/**
 * `npm run cluster`: several servers with their Postgres, Redis and balancer, without containers. Ctrl-C stops
 * everything; games are kept.
 *
 * npm run cluster -- --nodes 3 --port 3000
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeFolder } from '../../apps/server/src/start/data-folder.ts';
import { readEnv } from '../../apps/server/src/start/env.ts';
import { checkPort } from '../../apps/server/src/start/port.ts';
import { print, printStartErrors } from '../../apps/server/src/start/terminal.ts';
import { lockFolder } from '../../packages/embedded-postgres/src/index.ts';
import { generate } from '../gen.ts';
import { printHelpIfAsked } from '../help.ts';
import { buildPages } from '../pages.ts';
import { redis } from '../required/programs.ts';
import { provide } from '../required/provide.ts';
import { startCluster } from './cluster.ts';
import { openControl } from './control.ts';

printHelpIfAsked(
  'npm run cluster -- [--nodes 2] [--port 3000]: runs several servers on one Postgres and one Redis behind a balancer. Ctrl-C stops everything.',
);

const { values } = parseArgs({
  options: { nodes: { type: 'string', default: '2' }, port: { type: 'string', default: '3000' } },
});
const [nodes, port] = [Number(values.nodes), Number(values.port)];
if (!Number.isInteger(nodes) || nodes < 1 || !Number.isInteger(port)) {
  console.error('--nodes must be at least 1, and --port at least 0.');
  process.exit(2);
}

const running: (() => Promise<void> | void)[] = [];
let isStopping = false;

async function stopAll(): Promise<void> {
  isStopping = true;
  for (let stop = running.pop(); stop; stop = running.pop()) await stop();
}

const started = printStartErrors(async () => {
  const env = readEnv(process.env);
  const folder = join(env.DATA_DIR, 'cluster');
  await checkPort({ host: '127.0.0.1', port, prefix: '' });
  await provide([redis], { print });
  await generate(print);
  if (env.PARTS.has('pages')) await buildPages(print);
  await makeFolder(env.DATA_DIR);
  await makeFolder(folder);
  running.push(lockFolder(folder).release);
  try {
    const cluster = await startCluster({
      database: { folder },
      nodes,
      port,
      pages: env.PARTS.has('pages'),
      show: true,
      env: () => ({ LOG_LEVEL: env.LOG_LEVEL, EXHIBITION: String(env.EXHIBITION) }),
      onProgress: print,
    });
    running.push(cluster.close);
    running.push((await openControl(folder, cluster.restart)).close);
    if (isStopping) return;
    print(`Servers: ${cluster.nodes.map(({ url }) => url).join(' ')}`);
    print(`Terrace is at ${cluster.url}; npm run cluster:restart restarts one server after the other`);
  } catch (error) {
    await stopAll();
    throw error;
  }
});

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, async () => {
    await started;
    await stopAll();
    process.exit(0);
  });
}
