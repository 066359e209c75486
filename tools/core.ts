import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { rebuildWhenStale } from './rebuild-when-stale.ts';
import { root, run } from './run.ts';

const engine = join(root, 'packages/engine');
const generated = join(engine, 'generated');
const inputs = ['packages/engine/assembly', 'packages/engine/asconfig.json', 'packages/engine/package.json'];

/** Compiles the engine's core from AssemblyScript to WebAssembly when its sources have changed. */
export async function compileCore(onProgress: (step: string) => void): Promise<void> {
  await mkdir(generated, { recursive: true });
  await rebuildWhenStale(join(generated, 'inputs.sha256'), inputs, async () => {
    onProgress('Compiling the engine');
    const made = `core.${process.pid}.wasm`; // renamed when complete, because another process may be reading it
    const { ok, output } = await run(`asc --target release --outFile generated/${made}`, { cwd: engine });
    if (!ok) throw new Error(`The engine could not be compiled:\n${output}`);
    await rename(join(generated, made), join(generated, 'core.wasm'));
  });
}
