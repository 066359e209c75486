/** `pnpm run gen`: generates the Prisma client, the messages and the engine's core. */
import { join } from 'node:path';
import { StartError } from '../apps/server/src/runtime/errors.ts';
import { generateMessages } from '../packages/messages/compile/main.ts';
import { compileCore } from './core.ts';
import { printHelpIfAsked } from './help.ts';
import { rebuildWhenStale } from './rebuild-when-stale.ts';
import { root, run } from './run.ts';

const stamp = join(root, 'apps/server/src/generated/prisma/inputs.sha256');
const inputs = ['prisma/schema.prisma', 'package.json', 'apps/server/package.json'];

export async function generate(onProgress: (step: string) => void): Promise<void> {
  await generateMessages();
  await generateClient(onProgress);
  await compileCore(onProgress);
}

async function generateClient(onProgress: (step: string) => void): Promise<void> {
  await rebuildWhenStale(stamp, inputs, async () => {
    onProgress('Preparing the database client');
    // Generating needs no schema engine, but the command would look for its binary and download it.
    const env = {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    };
    const { ok, output } = await run('prisma generate', { env });
    if (!ok) throw new StartError(`The database client could not be generated:\n${output}`);
  });
}

if (process.argv[1] === import.meta.filename) {
  printHelpIfAsked(
    'pnpm gen: generates the database client, the messages and the core of the engine when their sources have changed.',
  );
  await generate(console.log);
}
