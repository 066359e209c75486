import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../run.ts';
import { temporaryFolder } from './folder.ts';

const files = {
  'fine.test.mjs': `test('passes', () => {}); test.skip('rests', () => {}); test.todo('waits');`,
  'wrong.test.mjs': `test('fails', () => { throw new Error('wrong'); });`,
  'unloadable.test.mjs': `import './nowhere.mjs';`,
  'hook.test.mjs': `beforeAll(() => { throw new Error('hook'); }); test('never runs', () => {});`,
  'unheard.test.mjs': `test('passes', () => { setTimeout(() => { throw new Error('unheard'); }); return new Promise((r) => setTimeout(r, 50)); });`,
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

test('counts what fails without a failed test: a file that does not load, a hook, an error nobody awaits', async () => {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder.path, name), content);
  const counts = join(folder.path, 'counts.json');
  const reporter = join(import.meta.dirname, 'counts.ts');
  const { ok } = await run(`vitest run --globals --root=${folder.path} --reporter=${reporter}`, {
    env: { TERRACE_COUNTS: counts },
  });
  expect(ok).toBe(false);
  expect(JSON.parse(await readFile(counts, 'utf8'))).toEqual({ passed: 2, failed: 4, skipped: 3 });
});
