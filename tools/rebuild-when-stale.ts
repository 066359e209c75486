import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root } from './run.ts';

const notInputs = new Set([
  'node_modules',
  'build',
  'build-longest',
  'generated',
  'e2e',
  'scenes',
  'test-results',
  '.svelte-kit',
]);

/**
 * Rebuilds an output when its inputs have changed. A stamp file next to the output holds a hash of the inputs' contents,
 * since a checkout changes every file's modification time.
 *
 * @param inputs files and folders, relative to the root
 * @returns whether it was rebuilt
 */
export async function rebuildWhenStale(stamp: string, inputs: string[], make: () => Promise<void>): Promise<boolean> {
  const now = await fingerprint(inputs);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === now) return false;
  await make();
  await writeFile(stamp, now);
  return true;
}

async function fingerprint(inputs: string[]): Promise<string> {
  const hash = createHash('sha256');
  const files = (await Promise.all(inputs.map((input) => filesUnder(join(root, input))))).flat();
  for (const file of files.sort()) {
    const content = await readFile(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function filesUnder(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => !notInputs.has(name) && !name.endsWith('.test.ts'));
  return (await Promise.all(names.map((name) => filesUnder(join(path, name))))).flat();
}
