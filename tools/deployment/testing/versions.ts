import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, run } from '../../run.ts';
import { startContainer } from './container.ts';
import { imageCommand } from './image.ts';

/** Builds what the image contains, outside of the repository. @returns its folder */
export async function buildVersion(folder: string): Promise<string> {
  const { ok, output } = await run(join(root, 'deploy/build.sh'), { args: [folder] });
  if (!ok) throw new Error(`deploy/build.sh failed:\n${output}`);
  const compiling = startContainer({
    folder,
    command: imageCommand('RUN'),
    env: { NODE_COMPILE_CACHE: join(folder, 'compiled') },
    writes: true,
  });
  if ((await compiling.ended) !== 0) throw new Error(compiling.output());
  return folder;
}

export const NEXT_START = 'start.next.js';

/** A later version of a build: its pages have a start script of another name, and it has one more migration. */
export async function buildNext(first: string, folder: string): Promise<string> {
  await run('cp', { args: ['-al', first, folder] });
  const build = join(folder, 'apps/web/build');
  await rm(build, { recursive: true });
  await cp(join(first, 'apps/web/build'), build, { recursive: true });
  const files = (await readdir(build, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  const start = files.find(({ name }) => /^start\..*\.js$/.test(name))?.name;
  if (start === undefined) throw new Error(`${build} has no start script`);
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    const text = /\.(js|html|json)$/.test(name) ? await readFile(path, 'utf8') : '';
    if (text.includes(start)) {
      await writeFile(path, text.replaceAll(start, NEXT_START));
      for (const suffix of ['.br', '.gz']) await rm(path + suffix, { force: true });
    }
    if (name.startsWith(start)) await rename(path, join(parentPath, name.replace(start, NEXT_START)));
  }
  const migration = join(folder, 'prisma/migrations/29990101000000_next');
  await mkdir(migration);
  await writeFile(join(migration, 'migration.sql'), 'alter table "game" add column "next" integer;');
  return folder;
}
