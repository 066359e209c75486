/** Compiles the catalogues to modules of functions in `src/generated`: `pnpm run gen`. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { modulesOf } from './modules.ts';

const folder = join(import.meta.dirname, '..');
const catalogues = join(folder, 'catalogues');
const generated = join(folder, 'src/generated');

export async function generateMessages(): Promise<void> {
  const files = (await readdir(catalogues)).filter((file) => file.endsWith('.json'));
  const texts = await Promise.all(
    files.map(async (file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(await readFile(join(catalogues, file), 'utf8')),
    ]),
  );
  const modules = modulesOf(Object.fromEntries(texts));
  await mkdir(join(generated, 'subjects'), { recursive: true });
  await Promise.all(modules.map(({ file, text }) => writeChanged(join(generated, file), text)));
  const wanted = new Set(modules.map(({ file }) => file));
  const found = await readdir(generated, { recursive: true, withFileTypes: true });
  const stale = found
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !wanted.has(relative(generated, path)));
  await Promise.all(stale.filter((path) => path.endsWith('.ts')).map((path) => rm(path)));
}

/** Leaves unchanged files alone, because another process may be reading them. */
async function writeChanged(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => '')) !== text) await writeFile(path, text);
}

if (process.argv[1] === import.meta.filename) await generateMessages();
