import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { rebuildWhenStale } from './rebuild-when-stale.ts';
import { root } from './run.ts';
import { temporaryFolder } from './testing/folder.ts';

test('an output is built once, again if an input changes or is renamed, and not for a test or a build folder', async () => {
  const folder = await temporaryFolder();
  const source = join(folder.path, 'source');
  await mkdir(join(source, 'build'), { recursive: true });
  await writeFile(join(source, 'a.ts'), 'one');
  let made = 0;
  const make = () =>
    rebuildWhenStale(join(folder.path, 'stamp'), [relative(root, source)], async () => {
      made += 1;
    });

  expect([await make(), await make(), made]).toEqual([true, false, 1]);
  await writeFile(join(source, 'a.ts'), 'two');
  expect(await make()).toBe(true);
  await writeFile(join(source, 'a.test.ts'), 'new');
  await writeFile(join(source, 'build/out.js'), 'new');
  expect(await make()).toBe(false);
  await writeFile(join(source, 'b.ts'), '');
  expect(await make()).toBe(true);
  await folder.remove();
});

test('an output is built again after a failed build', async () => {
  const folder = await temporaryFolder();
  const stamp = join(folder.path, 'stamp');
  const broken = rebuildWhenStale(stamp, ['package.json'], () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(await rebuildWhenStale(stamp, ['package.json'], () => Promise.resolve())).toBe(true);
  await folder.remove();
});
