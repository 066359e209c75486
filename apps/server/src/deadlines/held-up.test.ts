import { flagAt, fold } from '@terrace/game';
import { guestAt } from '@terrace/testing/client';
import { expect, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { startNode } from '../testing/app.ts';
import { createVirtualTime } from '../testing/time.ts';

/** The shortest clock that the protocol allows. The node is suspended before it ends and resumed after. */
const INITIAL_MS = 10_000;
const BEFORE_MS = 3_000;
const AFTER_MS = 1_000;

/** Shorter than the silence after which a node counts as gone. */
const STEP_MS = 200;

test('a player whose node is suspended is not flagged by another node, and is refunded the time when the node resumes', async () => {
  const databaseUrl = await databaseOfTest();
  // Separate clocks, so that one node can stall.
  const [theirs, ours] = [createVirtualTime(), createVirtualTime()];
  const start = ({ scheduler }: typeof ours) => startNode(databaseUrl, { scheduler, machine: scheduler });
  const [there, here] = [await start(theirs), await start(ours)];
  /** Advances the time of these nodes, slowly enough for their heartbeats to arrive. */
  async function pass(ms: number, clocks: readonly (typeof ours)[]): Promise<void> {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      for (const clock of clocks) clock.advance(STEP_MS);
      await Promise.all([here, there].map(({ url }) => fetch(`${url}/ready`)));
    }
  }

  const [south, north] = [await guestAt(there.url), await guestAt(here.url)];
  const time = { kind: 'clock', initialMs: INITIAL_MS, incrementMs: 0 } as const;
  const gameId = await south.create({ setup: 'short', time }, 'south');
  await north.command(gameId, { type: 'sit', side: null });
  for (const one of [south, north]) await one.request('game:watch', { gameId, after: 0 });
  await south.command(gameId, { type: 'move', ply: 1, from: 'd1', to: 'd3' });
  await north.command(gameId, { type: 'move', ply: 2, from: 'e8', to: 'e6' });
  const read = async () => {
    const watched = await north.request('game:watch', { gameId, after: 0 });
    return watched.ok ? watched.value.events : [];
  };
  const state = fold(null, await read());
  const due = (state && flagAt(state)) ?? Number.NaN;

  await pass(due - BEFORE_MS - ours.now(), [theirs, ours]);
  await pass(BEFORE_MS + AFTER_MS, [ours]);
  expect((await read()).map(({ event }) => event.type)).not.toContain('out');
  theirs.jump(BEFORE_MS + AFTER_MS);
  await north.waitForEvents(gameId, (events) => events.some(({ event }) => event.type === 'interrupted'));
  // The player's own node flags when the remaining time is used up.
  async function lastAfterStep() {
    await pass(STEP_MS, [theirs, ours]);
    return (await read()).at(-1)?.event.type;
  }
  await expect.poll(lastAfterStep).toBe('ended');
  const endedAt = (await read()).at(-1)?.at ?? Number.NaN;
  expect(endedAt).toBeGreaterThanOrEqual(due + BEFORE_MS + AFTER_MS - STEP_MS);

  for (const one of [south, north]) one.close();
  await Promise.all([here.close(), there.close()]);
  for (const clock of [theirs, ours]) clock.stop();
});
