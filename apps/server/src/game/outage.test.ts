import { fold } from '@terrace/game';
import type { Command } from '@terrace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tools/testing/folder.ts';
import { createLog } from '../log.ts';
import { type Postgres, startPostgres } from '../postgres/supervisor.ts';
import { ensureDatabase } from '../store/databases.ts';
import { migrate } from '../store/migrate.ts';
import { startTestApp } from '../testing/app.ts';
import { guestAt, newCommandId } from '../testing/client.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let postgres: Postgres;
let app: Awaited<ReturnType<typeof startTestApp>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  postgres = await startPostgres({ folder: folder.path, log: createLog('silent'), say: () => undefined });
  const url = await ensureDatabase(postgres.url, 'terrace');
  await migrate(url);
  app = await startTestApp(url, Date.now, createLog('silent')); // it complains of the outage, rightly
}, 30_000);
afterAll(async () => {
  await app?.close();
  await postgres?.stop();
  await folder?.remove();
});

test('while Postgres is away moves are refused as not saved, and when it is back the clock has not run', {
  timeout: 30_000,
}, async () => {
  const [south, north] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
  const gameId = await south.create({ setup: 'long', time: { initialMs: 300_000, incrementMs: 0 } }, 'south');
  await north.command(gameId, { type: 'sit', side: null });

  postgres.kill();
  const id = newCommandId();
  const move: Command = { type: 'move', ply: 1, from: 'd2', to: 'd3' };
  const sentAt = Date.now();
  const first = await south.command(gameId, move, id);
  expect(first).toMatchObject({ ok: false, refusal: { code: 'not-saved' } });
  expect(await north.command(gameId, { type: 'resign' })).toMatchObject({ refusal: { code: 'not-saved' } });
  await expect
    .poll(() => south.command(gameId, move, id), { timeout: 20_000, interval: 100 })
    .toMatchObject({ ok: true });
  const savedAt = Date.now();

  const log = await south.request('game:watch', { gameId, after: 0 });
  const events = log.ok ? log.value.events : [];
  expect(events.map(({ event }) => event.type)).toEqual([
    'created',
    'seated',
    'seated',
    'started',
    'interrupted',
    'moved',
  ]);
  const charged = 300_000 - (fold(null, events)?.clock?.remainingMs.south ?? 0);
  expect(charged).toBeLessThan(savedAt - sentAt);
  const interruption = events.find(({ event }) => event.type === 'interrupted')?.event;
  if (interruption?.type !== 'interrupted') throw new Error('the log tells of the interruption');
  const turn = (events.at(-1)?.at ?? 0) - (events[3]?.at ?? 0);
  expect(charged).toBeLessThanOrEqual(turn - (interruption.until - interruption.since));
});
