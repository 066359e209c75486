import { expect, test } from 'vitest';
import { noViolations } from './check.ts';
import { runChaos } from './run.ts';

test('through a minute of faults no acknowledged command is lost, nothing saved stays untold, and nobody is charged for it', async () => {
  const { violations, acked, faults } = await runChaos({
    seed: 3,
    minutes: 1,
    tables: 2,
    faults: ['answers of Postgres lost', 'server killed', 'server stopped', 'messages doubled'],
    onProgress: () => undefined,
  });
  expect(violations).toEqual(noViolations());
  expect(acked).toBeGreaterThan(20);
  expect(Object.keys(faults)).toContain('server killed');
});
