import { fold } from '@terrace/game';
import type { Command } from '@terrace/protocol';
import { newCommandId } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { afterAll, expect, test } from 'vitest';
import { useAppBehindProxy } from '../testing/app.ts';
import { createVirtualTime } from '../testing/time.ts';

const INITIAL_MS = 300_000;

const THINKING_MS = 1_000;
const OUTAGE_MS = 20_000;

/** Shorter than the silence after which Postgres counts as unreachable. */
const STEP_MS = 200;

const time = createVirtualTime();
afterAll(() => time.stop());
const app = useAppBehindProxy({ scheduler: time.scheduler, machine: time.scheduler });

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    time.advance(STEP_MS);
    await fetch(`${app.url}/ready`);
  }
}

test('while Postgres is unreachable, moves are rejected as not saved and no clock runs', async () => {
  const { gameId, south, north } = await aGame(app.url)
    .with({ time: { kind: 'clock', initialMs: INITIAL_MS, incrementMs: 0 } })
    .started();
  await pass(THINKING_MS);

  app.proxy.disconnect();
  const id = newCommandId();
  const move: Command = { type: 'move', ply: 1, from: 'd2', to: 'd3' };
  const notSaved = { ok: false, refusal: { code: 'not-saved' } };
  expect(await south.command(gameId, move, id)).toMatchObject(notSaved);
  expect(await north.command(gameId, { type: 'resign' })).toMatchObject(notSaved);
  expect((await fetch(`${app.url}/ready`)).status).toBe(503);
  await pass(OUTAGE_MS);
  expect(await south.command(gameId, move, id)).toMatchObject(notSaved);
  app.proxy.reconnect();
  await expect.poll(time.advancing(STEP_MS, () => south.command(gameId, move, id))).toMatchObject({ ok: true });

  const log = await south.request('game:watch', { gameId, after: 0 });
  const events = log.ok ? log.value.events : [];
  const types = events.map(({ event }) => event.type);
  expect(types).toEqual(['created', 'seated', 'seated', 'started', 'interrupted', 'moved']);
  const [interruption] = events.flatMap(({ event }) => (event.type === 'interrupted' ? [event] : []));
  if (interruption === undefined) throw new Error('the log has no interruption');
  const [startedAt, movedAt] = [events[3]?.at ?? Number.NaN, events.at(-1)?.at ?? Number.NaN];
  const refunded = interruption.until - Math.max(interruption.since, startedAt);
  expect(refunded).toBeGreaterThanOrEqual(OUTAGE_MS);
  const charged = INITIAL_MS - (fold(null, events)?.clock?.remainingMs.south ?? 0);
  expect(charged).toBeLessThanOrEqual(movedAt - startedAt - refunded);
});
