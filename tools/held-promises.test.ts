import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import { heldPromises } from './held-promises.ts';
import { temporaryFolder } from './testing/folder.ts';

async function check(body: string): Promise<readonly string[]> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const file = join(folder.path, 'page.ts');
  const declarations = 'declare const get: () => Promise<number>; declare const parent: () => Promise<string>;';
  await writeFile(file, `${declarations}\nexport const load = async () => {\n${body}\n};\n`);
  const program = ts.createProgram([file], { strict: true, lib: ['lib.es2015.d.ts'], types: [] });
  const lines = heldPromises(program, (each) => each === file);
  return lines.map((line) => line.replace(/^.*page\.ts:/, ''));
}

test('a promise that is kept while another one is awaited is found', async () => {
  expect(await check('const lobby = get(); const me = await parent(); return { me, lobby: await lobby };')).toEqual([
    '3: get()',
  ]);
});

test('promises kept in objects, assignments and conditions are found', async () => {
  expect(await check('return { lobby: get() };')).toEqual(['3: get()']);
  expect(await check('let lobby; lobby = get(); await parent(); return lobby;')).toEqual(['3: get()']);
  expect(await check('const lobby = Math.random() > 0.5 ? get() : undefined; await parent(); return lobby;')).toEqual([
    '3: Math.random() > 0.5 ? get() : undefined',
  ]);
});

test('promises that are awaited where they start are accepted', async () => {
  expect(await check('const [lobby, me] = await Promise.all([get(), parent()]); return { lobby, me };')).toEqual([]);
  expect(await check('const lobby = await get().catch(() => undefined); return { lobby };')).toEqual([]);
});
