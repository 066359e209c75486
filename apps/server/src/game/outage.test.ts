import { fold } from '@terrace/game';
import type { Command } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { useAppBehindProxy } from '../testing/app.ts';
import { guestAt, newCommandId } from '../testing/client.ts';

const app = useAppBehindProxy();

test('while Postgres is away moves are refused as not saved, and when it is back the clock has not run', {
  timeout: 30_000,
}, async () => {
  const [south, north] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
  const gameId = await south.create(
    { setup: 'long', time: { kind: 'clock', initialMs: 300_000, incrementMs: 0 } },
    'south',
  );
  await north.command(gameId, { type: 'sit', side: null });

  app.proxy.disconnect();
  const id = newCommandId();
  const move: Command = { type: 'move', ply: 1, from: 'd2', to: 'd3' };
  const sentAt = Date.now();
  const away = { ok: false, refusal: { code: 'not-saved' } };
  expect(await south.command(gameId, move, id)).toMatchObject(away);
  expect(await north.command(gameId, { type: 'resign' })).toMatchObject(away);
  expect((await fetch(`${app.url}/ready`)).status).toBe(503);
  app.proxy.reconnect();
  await expect.poll(() => south.command(gameId, move, id)).toMatchObject({ ok: true });
  const savedAt = Date.now();

  const log = await south.request('game:watch', { gameId, after: 0 });
  const events = log.ok ? log.value.events : [];
  const types = events.map(({ event }) => event.type);
  expect(types).toEqual(['created', 'seated', 'seated', 'started', 'interrupted', 'moved']);
  const charged = 300_000 - (fold(null, events)?.clock?.remainingMs.south ?? 0);
  expect(charged).toBeLessThan(savedAt - sentAt);
  const [interruption] = events.flatMap(({ event }) => (event.type === 'interrupted' ? [event] : []));
  if (interruption === undefined) throw new Error('the log tells of the interruption');
  const [startedAt, movedAt] = [events[3]?.at ?? Number.NaN, events.at(-1)?.at ?? Number.NaN];
  const givenBack = interruption.until - Math.max(interruption.since, startedAt);
  expect(charged).toBeLessThanOrEqual(movedAt - startedAt - givenBack);
});
