/** Generates what the code imports and no person writes, the Prisma client and the messages: `pnpm run gen`. */
import { join } from 'node:path';
import { StartError } from '../apps/server/src/errors.ts';
import { generateMessages } from '../packages/messages/compile/main.ts';
import { printHelpIfAsked } from './help.ts';
import { rebuildWhenStale } from './rebuild-when-stale.ts';
import { root, run } from './run.ts';

const stamp = join(root, 'apps/server/src/generated/prisma/inputs.sha256');
const inputs = ['prisma/schema.prisma', 'package.json', 'apps/server/package.json'];

export async function generate(onProgress: (step: string) => void): Promise<void> {
  await generateMessages();
  await generateClient(onProgress);
}

async function generateClient(onProgress: (step: string) => void): Promise<void> {
  await rebuildWhenStale(stamp, inputs, async () => {
    onProgress('Preparing the database client');
    // Generating needs no schema engine, but the command looks for its binary first, and would download it.
    const env = {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    };
    const { ok, output } = await run('prisma generate', { env });
    if (!ok) throw new StartError(`The database client could not be generated:\n${output}`);
  });
}

if (process.argv[1] === import.meta.filename) await generate(console.log);
if (process.argv[1] === import.meta.filename) {
  printHelpIfAsked('pnpm gen: generates the database client when prisma/schema.prisma has changed.');
  await generateClient(console.log);
}
