/** `node tools/pages.ts` builds the pages if their sources have changed. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../apps/server/src/runtime/errors.ts';
import { printHelpIfAsked } from './help.ts';
import { rebuildWhenStale } from './rebuild-when-stale.ts';
import { root, run } from './run.ts';

const web = join(root, 'apps/web');

/** Two builds of the pages: the served one, and one for tests in which each text is the longest of all languages. */
const BUILDS = {
  languages: { folder: 'build', env: {} },
  longest: { folder: 'build-longest', env: { TERRACE_TEXTS: 'longest' } },
} as const;

export async function buildPages(
  onProgress: (step: string) => void,
  texts: keyof typeof BUILDS = 'languages',
): Promise<void> {
  const { folder, env } = BUILDS[texts];
  const packages = (await readdir(join(root, 'packages'))).map((name) => `packages/${name}`);
  await rebuildWhenStale(join(web, folder, 'inputs.sha256'), ['apps/web', ...packages, 'pnpm-lock.yaml'], async () => {
    onProgress('Building the pages');
    // Tests also use the production build: a development build is larger and would be cached.
    const { ok, output } = await run('vite build', { cwd: web, env: { NODE_ENV: 'production', ...env } });
    if (!ok) throw new StartError(`The pages could not be built:\n${output}`);
  });
}

if (process.argv[1] === import.meta.filename) {
  printHelpIfAsked('node tools/pages.ts: builds the pages if their sources have changed.');
  await buildPages(console.log);
}
