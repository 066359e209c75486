import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileAssembly, compileCore } from '../../../tools/core.ts';
import { root } from '../../../tools/run.ts';

const KEPT = join(root, '.data/engine/cores');

/**
 * The core of a Git revision, compiled from its sources and kept under `.data/engine/cores`.
 *
 * @returns its file
 * @throws if the repository lacks the revision, as a shallow clone may
 */
export async function coreOfRevision(revision: string): Promise<string> {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`).toString().trim();
  const file = join(KEPT, `${commit.slice(0, 12)}.wasm`);
  if (existsSync(file)) return file;
  await mkdir(KEPT, { recursive: true });
  const folder = await mkdtemp(join(KEPT, 'sources-'));
  try {
    const sources = git('archive', commit, 'packages/engine/assembly', 'packages/engine/asconfig.json');
    execFileSync('tar', ['-x', '-C', folder], { input: sources });
    const made = join(folder, 'core.wasm');
    await compileAssembly(join(folder, 'packages/engine'), made);
    await rename(made, file);
  } finally {
    await rm(folder, { recursive: true });
  }
  return file;
}

const git = (...args: readonly string[]): Buffer =>
  execFileSync('git', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });

/** A copy of the working tree's core, named after its content, so that kept games are never another version's. */
export async function coreOfWorkingTree(): Promise<string> {
  await compileCore((step) => process.stderr.write(`${step}\n`));
  const content = await readFile(new URL(import.meta.resolve('@terrace/engine/core.wasm')));
  const file = join(KEPT, `tree-${createHash('sha256').update(content).digest('hex').slice(0, 12)}.wasm`);
  await mkdir(KEPT, { recursive: true });
  await writeFile(file, content);
  return file;
}
