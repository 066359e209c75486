import { expect, test } from 'vitest';
import { isRunning } from '../testing/processes.ts';
import { addVictim, npmStart, processesOf } from './npm-start.ts';

test('kill -9 of the launcher leaves no process', { timeout: 120_000 }, async () => {
  const { npm, address } = await npmStart();
  await address();
  expect(await addVictim('launcher')).toEqual([]);
  const processes = await processesOf(npm);
  process.kill(processes.launcher, 'SIGKILL');
  await expect.poll(() => Object.values(processes).filter(isRunning), { timeout: 30_000 }).toEqual([]);
});
