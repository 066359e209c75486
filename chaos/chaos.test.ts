import { expect, test } from 'vitest';
import { noViolations } from './check.ts';
import { runChaos } from './run.ts';

test('through one fault after another no acknowledged command is lost, nothing saved stays untold, and nobody is charged for it', async () => {
  const { violations, acked, faults } = await runChaos({
    seed: 3,
    minutes: 0.75,
    tables: 2,
    faults: ['answers of Postgres lost', 'server killed', 'server stopped', 'messages doubled'],
    onProgress: () => undefined,
  });
  expect(violations).toEqual(noViolations());
  expect(acked).toBeGreaterThan(20);
  expect(Object.keys(faults)).toContain('server killed');
});

test('on two nodes whose clocks differ the same holds through the loss of either and of Redis, and nobody is away who is at the other', async () => {
  const { violations, acked, faults, apart } = await runChaos({
    seed: 7,
    minutes: 0.75,
    tables: 2,
    nodes: 2,
    faults: ['server killed', 'Redis ended', 'server ended', 'Postgres stopped'],
    onProgress: () => undefined,
  });
  expect(violations).toEqual(noViolations());
  expect(acked).toBeGreaterThan(20);
  expect(apart).toBeGreaterThan(0);
  expect(Object.keys(faults)).toContain('server killed');
});
