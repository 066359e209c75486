import { expect, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { serverProcess } from '../../../../tools/testing/server.ts';

const FAULT = "data:text/javascript,process.on('SIGUSR2',()=>setTimeout(()=>{throw new Error('a fault')},1))";

test('an exception outside of any connection is printed, and the server exits with 1', async () => {
  const url = await databaseOfTest();
  const server = serverProcess({ DATABASE_URL: url, LOG_LEVEL: 'silent' }, { flags: ['--import', FAULT] });
  await server.address();
  server.kill('SIGUSR2');
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(/Error: a fault\n +at /);
});
