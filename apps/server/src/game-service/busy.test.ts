import type { Command } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { expect, test } from 'vitest';
import { lockTables } from '../store/testing/lock-tables.ts';
import { useTestApp } from '../testing/app.ts';

const app = useTestApp();

const MOVES: readonly (readonly [from: string, to: string])[] = [
  ['d2', 'd3'],
  ['e7', 'e6'],
  ['e2', 'e3'],
  ['d7', 'd6'],
];

/** Each search has its own address, since one address may run only one at a time. */
const searchFrom = (n: number, name: string) =>
  fetch(`${app.url}/api/players/${name}`, { headers: { 'x-forwarded-for': `203.0.113.${n}` } });

test('while 64 slow searches fill their pool, all moves are accepted and no clock stops', async () => {
  const { gameId, south, north } = await aGame(app.url).started();
  const talkers = await Promise.all(Array.from({ length: 5 }, () => guestAt(app.url)));
  const lock = await lockTables(app.databaseUrl, 'user', 'rating', 'chat_message');
  const talk = talkers.map((guest) => guest.request('chat:join', { gameId }));
  const searches = Array.from({ length: 64 }, (_, n) => searchFrom(n, north.player.name));
  await expect.poll(() => lock.waiting('read')).toBe(5);

  for (const [i, [from, to]] of MOVES.entries()) {
    const move: Command = { type: 'move', ply: i + 1, from, to };
    expect(await (i % 2 === 0 ? south : north).command(gameId, move)).toMatchObject({ ok: true });
  }
  for (const { status, headers } of await Promise.all(searches)) {
    expect(status).toBeOneOf([429, 503]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  for (const answer of await Promise.all(talk)) {
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'busy', retryMs: 2_000 } });
  }
  await lock.release();
  const log = await south.request('game:watch', { gameId, after: 0 });
  for (const fault of app.faults.take()) expect(fault).toContain('"type":"LockTimeout"');
  const types = log.ok ? log.value.events.map(({ event }) => event.type) : [];
  expect(types).toEqual(['created', 'seated', 'seated', 'started', ...MOVES.map(() => 'moved')]);
});

test('a command whose sender cannot be looked up is rejected as busy, and other commands succeed', async () => {
  const [host, guest] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
  const gameId = await host.create({}, 'south');
  const other = await host.create({}, 'south');
  const lock = await lockTables(app.databaseUrl, 'sanction');
  const sitting = guest.command(gameId, { type: 'sit', side: null });
  await expect.poll(() => lock.waiting('read')).toBe(1);
  expect(await host.command(other, { type: 'leave' })).toMatchObject({ ok: true });
  expect(await sitting).toMatchObject({ ok: false, refusal: { code: 'busy' } });
  expect(await host.command(gameId, { type: 'leave' })).toMatchObject({ ok: true });
  await lock.release();
});
