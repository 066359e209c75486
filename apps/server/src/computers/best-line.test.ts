import { searchedGame } from '@terrace/engine';
import { startHistory, startPosition } from '@terrace/rules';
import { afterAll, expect, test } from 'vitest';
import { createEngineThreads } from '../engine/threads.ts';
import { createBestLine } from './best-line.ts';

const task = {
  kind: 'choose',
  game: searchedGame(startHistory(startPosition('long'))),
  strength: 1, // searches so few nodes that it answers long before its time is up
  seed: 1,
} as const;
const starved = createEngineThreads({ size: 0, niceness: 19 }); // gets no processor time, as on a busy machine
const threads = createEngineThreads({ size: 1, niceness: 0 });
afterAll(() => Promise.all([starved.close(), threads.close()]));

test('a computer finds its move when the low-priority threads get no processor time', async () => {
  const bestLine = createBestLine({ threads: starved, urgentThreads: threads });
  const line = await bestLine(task, { searchMs: 50.5, urgent: false }, new AbortController().signal);
  expect(line?.moves.length).toBeGreaterThan(0);
});

test('a computer with time to think uses the low-priority threads', async () => {
  const bestLine = createBestLine({ threads, urgentThreads: starved });
  const line = await bestLine(task, { searchMs: 5000.5, urgent: false }, new AbortController().signal);
  expect(line?.moves.length).toBeGreaterThan(0);
});

test('a search ends when its game has moved on', async () => {
  const bestLine = createBestLine({ threads: starved, urgentThreads: starved });
  const controller = new AbortController();
  const answer = bestLine(task, { searchMs: 60_000, urgent: false }, controller.signal);
  controller.abort(new Error('moved on'));
  await expect(answer).rejects.toThrow('moved on');
});
