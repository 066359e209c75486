import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { temporaryFolder } from '../../../../tools/testing/folder.ts';
import { serverProcess } from '../../../../tools/testing/server.ts';
import { freePort } from '../testing/free-port.ts';

async function checks(port: number) {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  /** A server that answers may take long on a busy machine. */
  return async (timeoutMs = 500): Promise<unknown> => {
    const check = spawn(
      process.execPath,
      [join(import.meta.dirname, 'health-check.ts'), String(port), String(process.pid), String(timeoutMs)],
      { env: { TMPDIR: folder.path }, stdio: 'inherit' },
    );
    const [code] = await once(check, 'exit');
    return code;
  };
}

test('a server that stopped answering is killed at the third failure in a row', { timeout: 60_000 }, async () => {
  const server = serverProcess({ DATABASE_URL: await databaseOfTest(), HOST: '127.0.0.1' });
  const check = await checks(Number(new URL(await server.address()).port));
  expect(await check(20_000)).toBe(0);
  server.kill('SIGSTOP');
  expect([await check(), await check()]).toEqual([1, 1]);
  server.kill('SIGCONT');
  expect(await check(20_000)).toBe(0);
  server.kill('SIGSTOP');
  expect([await check(), await check(), await check()]).toEqual([1, 1, 1]);
  expect(await server.ended).toBe('SIGKILL');
});

test('a server that has not answered yet is not killed', { timeout: 60_000 }, async () => {
  const check = await checks(await freePort());
  expect([await check(), await check(), await check(), await check()]).toEqual([1, 1, 1, 1]);
});
