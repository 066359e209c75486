import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { searchedGame } from '@terrace/engine';
import { startHistory, startPosition } from '@terrace/rules';
import { afterEach, expect, test } from 'vitest';
import { createEngineThreads, type EngineThreads } from './threads.ts';

const core = fileURLToPath(import.meta.resolve('@terrace/engine/core.wasm'));
const compileFrom = async (path: string): Promise<WebAssembly.Module> => WebAssembly.compile(await readFile(path));

let threads: EngineThreads;
afterEach(() => threads.close());

const ask = (): Promise<unknown> =>
  threads.run({
    task: { kind: 'choose', game: searchedGame(startHistory(startPosition('short'))), strength: 1, seed: 1 },
    withinMs: 100,
    signal: new AbortController().signal,
  });

test('a failed compilation rejects the queued searches, and the next search compiles again', async () => {
  let path = '/no/such/file';
  threads = createEngineThreads({ size: 1, niceness: 0, compile: () => compileFrom(path) });
  const failed = await Promise.allSettled([ask(), ask()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  path = core;
  expect(await ask()).toMatchObject({ line: { moves: [expect.anything()] } });
});
