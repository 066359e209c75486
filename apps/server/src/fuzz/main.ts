import { parseArgs } from 'node:util';
import { printHelpIfAsked } from '../../../../tools/help.ts';
import { temporaryFolder } from '../../../../tools/testing/folder.ts';
import { createLog } from '../log.ts';
import { startPostgres } from '../postgres/supervisor.ts';
import { print } from '../start/terminal.ts';
import { ensureDatabase } from '../store/databases.ts';
import { migrate } from '../store/migrate.ts';
import { fuzz } from './run.ts';

printHelpIfAsked(
  'node apps/server/src/fuzz/main.ts [--minutes 10] [--seed 1]: sends a server of its own what it does not expect, in every\n' +
    'event and route, and prints each answer that is a fault, each silence and each fault in the log.',
);

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes ?? 10);
const seed = Number(values.seed ?? Date.now() % 1_000_000);

const folder = await temporaryFolder();
const postgres = await startPostgres({ folder: folder.path, log: createLog('error'), onProgress: () => undefined });
try {
  const databaseUrl = await ensureDatabase(postgres.url, 'terrace');
  await migrate(databaseUrl);
  const until = performance.now() + minutes * 60_000;
  const { sent, faults } = await fuzz({ databaseUrl, seed, goesOn: () => performance.now() < until });
  for (const fault of faults.slice(0, 50)) print(fault);
  print(`${sent} inputs from seed ${seed}: ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await postgres.stop();
  await folder.remove();
}
