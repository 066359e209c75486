import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { rebuildWhenStale } from './rebuild-when-stale.ts';
import { root, run } from './run.ts';

const engine = 'packages/engine';

/** Compiles the engine's core from AssemblyScript to WebAssembly when its sources have changed. */
export const compileCore = (onProgress: (step: string) => void): Promise<void> =>
  compileWhenStale(engine, ['package.json'], 'core.wasm', () => onProgress('Compiling the engine'));

/**
 * Compiles a folder into its folder `generated` when its sources have changed.
 *
 * @param folder contains `assembly` and `asconfig.json`; relative to the root
 */
export async function compileWhenStale(
  folder: string,
  otherInputs: readonly string[],
  output: string,
  onStart?: () => void,
): Promise<void> {
  const generated = join(root, folder, 'generated');
  await mkdir(generated, { recursive: true });
  const inputs = ['assembly', 'asconfig.json', ...otherInputs].map((input) => join(folder, input));
  await rebuildWhenStale(join(generated, 'inputs.sha256'), inputs, async () => {
    onStart?.();
    const made = join(generated, `${output}.${process.pid}`); // renamed when complete, because another process may be reading it
    await compileAssembly(join(root, folder), made);
    await rename(made, join(generated, output));
  });
}

/** Compiles a folder with an `asconfig.json`. @throws with the compiler's output */
export async function compileAssembly(folder: string, output: string): Promise<void> {
  const compiler = join(root, engine, 'node_modules/.bin/asc');
  const { ok, output: printed } = await run(compiler, {
    cwd: folder,
    args: ['--target', 'release', '--outFile', output],
  });
  if (!ok) throw new Error(`The engine in ${folder} could not be compiled:\n${printed}`);
}
