import { expect, test } from 'vitest';
import { noViolations } from './check.ts';
import { runChaos } from './run.ts';

const MINUTES = 0.75;
const ACKED_AT_LEAST = 21;

test('one node loses no acknowledged command, delivers what it saved and charges no clock through faults', async () => {
  const names = [
    'answers of Postgres lost',
    'server killed',
    'background work killed',
    'server stopped',
    'messages doubled',
  ];
  const { violations, acked, faults } = await runChaos({
    minutes: MINUTES,
    seed: 3,
    tables: 2,
    faults: names,
    onProgress: () => undefined,
  });
  expect(violations).toEqual(noViolations());
  expect(acked).toBeGreaterThanOrEqual(ACKED_AT_LEAST);
  expect(Object.keys(faults)).toEqual(expect.arrayContaining(['server killed']));
});

test('two nodes with different clocks survive the loss of a node or of Redis, and every player stays present', async () => {
  const names = ['server killed', 'Redis ended', 'server ended', 'Postgres stopped'];
  const { violations, acked, faults, apart } = await runChaos({
    minutes: MINUTES,
    seed: 7,
    tables: 2,
    nodes: 2,
    faults: names,
    onProgress: () => undefined,
  });
  expect(violations).toEqual(noViolations());
  expect(acked).toBeGreaterThanOrEqual(ACKED_AT_LEAST);
  expect(apart).toBeGreaterThan(0);
  expect(Object.keys(faults)).toEqual(expect.arrayContaining(['server killed']));
});

test('four nodes lose and duplicate nothing while one of them dies and Redis loses messages', async () => {
  const names = ['server killed', 'Redis cut off', 'answers of Redis lost', 'server ended'];
  const { violations, acked, apart } = await runChaos({
    minutes: MINUTES,
    seed: 9,
    tables: 3,
    nodes: 4,
    faults: names,
    onProgress: () => undefined,
  });
  expect(violations).toEqual(noViolations());
  expect(acked).toBeGreaterThanOrEqual(ACKED_AT_LEAST);
  expect(apart).toBeGreaterThan(0);
});
