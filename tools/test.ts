/** `npm test`: format, lint, import borders, types, and every test. The last line says `N passed, N failed`. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from './gen.ts';
import { printHelpIfAsked } from './help.ts';
import { buildPages } from './pages.ts';
import { root, run } from './run.ts';
import { findChromium, howToGetChromium } from './testing/chromium.ts';
import type { Counts } from './testing/counts.ts';
import { temporaryFolder } from './testing/folder.ts';

printHelpIfAsked('npm test: format, lint, import borders, types, and every test.');

/** Throws to fail; what it throws is shown. */
type Check = { name: string; work(): Promise<void> };

const total: Counts = { passed: 0, failed: 0, skipped: 0 };

async function runCheck({ name, work }: Check): Promise<void> {
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  try {
    await work();
    total.passed += 1;
    console.log(`ok      ${name} (${seconds()})`);
  } catch (error) {
    total.failed += 1;
    console.log(`FAILED  ${name} (${seconds()})\n${error instanceof Error ? error.message : error}`);
  }
}

const command = (name: string, line: string, cwd = root): Check => ({
  name,
  async work() {
    const { ok, output } = await run(line, { cwd });
    if (!ok) throw new Error(output);
  },
});

/** Every workspace package knows how to check its own types. */
async function typeChecks(): Promise<Check[]> {
  const folders = await Promise.all(
    ['apps', 'packages'].map(async (group) => (await readdir(join(root, group))).map((name) => `${group}/${name}`)),
  );
  const checks = folders.flat().map(async (folder) => {
    const { scripts }: { scripts?: Record<string, string> } = JSON.parse(
      await readFile(join(root, folder, 'package.json'), 'utf8'),
    );
    return scripts?.check ? [command(`types of ${folder}`, scripts.check, join(root, folder))] : [];
  });
  return [...(await Promise.all(checks)).flat(), command('types of tools', 'tsc -p .')];
}

async function vitest(browser: boolean): Promise<void> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'counts.json');
  const projects = browser ? '' : " --project='!e2e'";
  const line = `vitest run --reporter=default --reporter=./tools/testing/counts.ts${projects}`;
  const { ok } = await run(line, { env: { TERRACE_COUNTS: file }, show: true });
  // Nothing counted means that the run itself broke, as when a global set-up throws.
  const counts: Counts = JSON.parse(await readFile(file, 'utf8').catch(() => '{"passed":0,"failed":0,"skipped":0}'));
  if (!ok && counts.failed === 0) counts.failed = 1;
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key];
  await folder.remove();
}

const browser = findChromium();
await runCheck({ name: 'database client', work: () => generate(() => undefined) });
await runCheck({ name: 'pages', work: () => buildPages(() => undefined) });
await runCheck(command('format and lint', 'biome check .'));
await runCheck(command('import borders', 'depcruise --config .dependency-cruiser.mjs apps packages tools bench chaos'));
for (const check of await typeChecks()) await runCheck(check);
await runCheck({
  name: 'a browser to test with',
  async work() {
    if (!browser) throw new Error(howToGetChromium);
  },
});
await vitest(browser !== undefined);

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;
