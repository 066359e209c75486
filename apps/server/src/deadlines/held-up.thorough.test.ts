import { setTimeout as delay } from 'node:timers/promises';
import { flagAt, fold } from '@terrace/game';
import { guestAt } from '@terrace/testing/client';
import { expect, inject, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { serverProcess } from '../../../../tools/testing/server.ts';
import { startNode } from '../testing/app.ts';

const SECRET = 'a secret that both nodes of this test share';

/** The shortest clock that the protocol allows. The node is suspended before it ends and resumed after. */
const INITIAL_MS = 10_000;
const BEFORE_MS = 3_000;
const AFTER_MS = 1_000;

test('a player whose node is suspended is not flagged by another node, and is refunded the time when the node resumes', {
  timeout: 60_000,
}, async () => {
  const databaseUrl = await databaseOfTest();
  const other = serverProcess({ DATABASE_URL: databaseUrl, REDIS_URL: inject('redisUrl'), SESSION_SECRET: SECRET });
  const here = await startNode(databaseUrl, { secret: SECRET });
  const [south, north] = [await guestAt(await other.address()), await guestAt(here.url)];
  const time = { kind: 'clock', initialMs: INITIAL_MS, incrementMs: 0 } as const;
  const gameId = await south.create({ setup: 'short', time }, 'south');
  await north.command(gameId, { type: 'sit', side: null });
  for (const one of [south, north]) await one.request('game:watch', { gameId, after: 0 });
  await south.command(gameId, { type: 'move', ply: 1, from: 'd1', to: 'd3' });
  await north.command(gameId, { type: 'move', ply: 2, from: 'e8', to: 'e6' });

  const begun = await north.request('game:watch', { gameId, after: 0 });
  if (!begun.ok) throw new Error(begun.refusal.code);
  const state = fold(null, begun.value.events);
  const due = (state && flagAt(state)) ?? Number.NaN;
  await delay(due - BEFORE_MS - Date.now()); // real time has to pass
  process.kill(other.pid, 'SIGSTOP');
  await delay(due + AFTER_MS - Date.now());
  expect(north.eventsOf(gameId).map(({ event }) => event.type)).not.toContain('out');
  process.kill(other.pid, 'SIGCONT');
  await north.waitForEvents(gameId, (events) => events.some(({ event }) => event.type === 'interrupted'));
  await north.waitForEvents(gameId, (events) => events.at(-1)?.event.type === 'ended'); // by its own node, when the remaining time is used up

  for (const one of [south, north]) one.close();
  other.kill('SIGTERM');
  await other.ended;
  await here.close();
});
