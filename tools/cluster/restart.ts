/** `npm run cluster:restart`: restarts the servers of a running `npm run cluster`, one after the other. */
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readEnv } from '../../apps/server/src/start/env.ts';
import { printHelpIfAsked } from '../help.ts';
import { requestRestart } from './control.ts';

printHelpIfAsked(
  'npm run cluster:restart: restarts the servers of npm run cluster, each when the previous one is ready for traffic.',
);

const progress = await requestRestart(join(readEnv(process.env).DATA_DIR, 'cluster'));
if (progress === undefined) {
  console.error('No cluster runs here: start one with npm run cluster.');
  process.exit(1);
}
await pipeline(progress, process.stdout, { end: false });
