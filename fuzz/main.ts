import { parseArgs } from 'node:util';
import { createLog } from '../apps/server/src/start/log.ts';
import { print } from '../apps/server/src/start/terminal.ts';
import { ensureDatabase } from '../apps/server/src/store/databases.ts';
import { migrate } from '../apps/server/src/store/migrate.ts';
import { startPostgres } from '../packages/embedded-postgres/src/index.ts';
import { printHelpIfAsked } from '../tools/help.ts';
import { temporaryFolder } from '../tools/testing/folder.ts';
import { serverProcess } from '../tools/testing/server.ts';
import { fuzzFrames } from './frames.ts';
import { fuzz } from './run.ts';

printHelpIfAsked(
  'node fuzz/main.ts [--minutes 10] [--seed 1]: sends a server of its own unexpected input, for half the time\n' +
    'in every event and route and for half the time in raw bytes, frames and packets, and prints each fault.',
);

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes ?? 10);
const seed = Number(values.seed ?? Date.now() % 1_000_000);

const folder = await temporaryFolder();
const postgres = await startPostgres({ folder: folder.path, log: createLog('error'), onProgress: () => undefined });
try {
  const databaseUrl = await ensureDatabase(postgres.url, 'terrace');
  await migrate(databaseUrl);
  const startedAt = performance.now();
  const isBefore = (share: number) => () => performance.now() - startedAt < share * minutes * 60_000;
  const inputs = await fuzz({ databaseUrl, seed, goesOn: isBefore(1 / 2) });
  printFaults(`${inputs.sent} inputs`, inputs.faults);
  const server = serverProcess({
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: 'loopback',
    EXHIBITION: 'false',
    PARTS: 'play,jobs',
  });
  const frames = await fuzzFrames({ server, seed, goesOn: isBefore(1) });
  server.kill('SIGTERM');
  await server.ended;
  printFaults(`${frames.sent} connections during ${frames.moves} moves`, frames.faults);
} finally {
  await postgres.stop();
  await folder.remove();
}

process.exit(); // a leftover client would keep reconnecting

function printFaults(sent: string, faults: readonly string[]): void {
  for (const fault of faults.slice(0, 50)) print(fault);
  print(`${sent} from seed ${seed}: ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}
