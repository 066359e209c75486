import { expect, test } from 'vitest';
import { noViolations } from './check.ts';
import { createRandom } from './random.ts';
import { runChaos } from './run.ts';

/** One of them in each run. The thorough suite causes all faults. */
const DEATHS = ['server killed', 'Postgres killed', 'server and Postgres killed'];

test('one node loses no acknowledged command and delivers what it saved when a process is killed', async () => {
  const seed = Number(process.env.TERRACE_SEED ?? Date.now() % 100_000);
  const death = createRandom(seed).pick(DEATHS) ?? '';
  console.log(`TERRACE_SEED=${seed} repeats this run: ${death}`);
  const { violations, acked, faults } = await runChaos({
    seed,
    tables: 2,
    faults: [death],
    onProgress: () => undefined,
  });
  expect(violations).toEqual(noViolations());
  expect(acked).toBeGreaterThan(0);
  expect(Object.keys(faults)).toEqual([death]);
});
