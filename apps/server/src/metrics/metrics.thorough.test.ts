import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('counting a move takes less than a tenth of a millisecond of processor time', () => {
  const metrics = createMetrics();
  const before = process.threadCpuUsage();
  for (let i = 0; i < 1_000; i += 1) {
    metrics.requestAnswered('game:command', 'ok', 3);
    metrics.commandAnswered('move', 'ok');
    metrics.appended('saved', 2);
    metrics.batchSent(1);
  }
  const { user, system } = process.threadCpuUsage(before); // in µs
  metrics.close();
  expect((user + system) / 1_000 / 1_000).toBeLessThan(0.1);
});
