import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../apps/server/src/errors.ts';
import { rebuildWhenStale } from './rebuild-when-stale.ts';
import { root, run } from './run.ts';

const web = join(root, 'apps/web');

/** Builds the web pages when what they are made from has changed. */
export async function buildPages(onProgress: (step: string) => void): Promise<void> {
  const packages = (await readdir(join(root, 'packages'))).map((name) => `packages/${name}`);
  await rebuildWhenStale(join(web, 'build/inputs.sha256'), ['apps/web', ...packages, 'pnpm-lock.yaml'], async () => {
    onProgress('Building the pages');
    // Whoever asks for them, a test, too: else they would be the larger ones for development, and stay.
    const { ok, output } = await run('vite build', { cwd: web, env: { NODE_ENV: 'production' } });
    if (!ok) throw new StartError(`The pages could not be built:\n${output}`);
  });
}
