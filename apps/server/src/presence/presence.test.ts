import { IDLE_MS } from '@terrace/game';
import { HOUR_MS, MINUTE_MS } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { playWith } from '@terrace/testing/play';
import { absentSides, claimNorth, playOpening, presenceFor } from '@terrace/testing/presence';
import { expect, test } from 'vitest';
import { lockTables } from '../store/testing/lock-tables.ts';
import { useTestApp } from '../testing/app.ts';

const app = useTestApp();

async function watchedGame() {
  const { gameId, south, north } = await aGame(app.url).started();
  const watcher = await guestAt(app.url);
  const received: { watching: number; names: string[]; away: { side: string }[] }[] = [];
  south.socket.on('game:presence', ({ presence }) => received.push(presence));
  for (const one of [south, north, watcher]) await one.request('game:watch', { gameId, after: 0 });
  return { gameId, south, north, watcher, received };
}

test('spectators are counted, and named while they are few', async () => {
  const { watcher, received } = await watchedGame();
  await expect.poll(() => received.at(-1)).toMatchObject({ watching: 1, names: [watcher.player.name], away: [] });
  watcher.close();
  await expect.poll(() => received.at(-1)).toMatchObject({ watching: 0 });
});

test('a player who leaves is shown as absent while the database does not answer, and the spectators keep their names', async () => {
  const { north, watcher, received } = await watchedGame();
  const names = [watcher.player.name];
  await expect.poll(() => received.at(-1)).toMatchObject({ names, away: [] });
  const lock = await lockTables(app.databaseUrl, 'block');
  app.time.advance(10 * MINUTE_MS); // the known blocks are read again now
  north.close();
  await expect.poll(() => lock.waiting('read')).toBeGreaterThan(0);
  await expect.poll(() => received.at(-1)).toMatchObject({ names, away: [{ side: 'north' }] });
  const { length } = received;
  await lock.release();
  await expect.poll(() => received.length).toBeGreaterThan(length);
  expect(received.at(-1)).toMatchObject({ names, away: [{ side: 'north' }] });
});

test('a client that disconnects before its answer is not counted', async () => {
  const { gameId, watcher, received } = await watchedGame();
  for (let n = 0; n < 10; n += 1) {
    const hasty = await guestAt(app.url);
    hasty.socket.emit('game:watch', { gameId, after: 0 }, () => undefined);
    hasty.close();
  }
  await expect.poll(() => received.at(-1)).toMatchObject({ watching: 1, names: [watcher.player.name] });
  const late = await guestAt(app.url);
  await late.request('game:watch', { gameId, after: 0 });
  await expect.poll(() => received.at(-1)?.watching).toBe(2);
});

test('a player who disconnects is absent at once, and a claim succeeds after the grace period', async () => {
  const { gameId, south, north, received } = await watchedGame();
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await north.command(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await south.command(gameId, { type: 'move', ply: 3, from: 'd3', to: 'd2' });
  north.close();
  await expect.poll(() => received.at(-1)?.away).toMatchObject([{ side: 'north' }]);
  expect(await south.command(gameId, { type: 'claim', side: 'north' })).toMatchObject({
    refusal: { code: 'still-here' },
  });
  app.time.advance(91_000);
  expect(await south.command(gameId, { type: 'claim', side: 'north' })).toMatchObject({ ok: true });
  const log = await south.request('game:watch', { gameId, after: 0 });
  const end = log.ok ? log.value.events.at(-1)?.event : undefined;
  expect(end).toMatchObject({ type: 'ended', result: { winner: 'south', by: 'left' } });
});

test('a player who leaves after the end is shown as absent, and no claim is possible', async () => {
  const { gameId, south, north, received } = await watchedGame();
  await south.command(gameId, { type: 'resign' });
  north.close();
  await expect.poll(() => received.at(-1)?.away).toMatchObject([{ side: 'north' }]);
  app.time.advance(91_000);
  expect(await south.command(gameId, { type: 'claim', side: 'north' })).toMatchObject({ ok: false });
});

test('in a game without a clock a player may be absent for hours, and no claim ends the game', async () => {
  const [south, north] = [await guestAt(app.url), await guestAt(app.url)];
  const gameId = await south.create({ time: null }, 'south');
  await playOpening(south, north, gameId);
  for (const one of [south, north]) await one.request('game:watch', { gameId, after: 0 });
  north.close();
  await expect.poll(() => absentSides(south, gameId)).toEqual(['north']);
  app.time.advance(2 * HOUR_MS);
  expect(await south.command(gameId, claimNorth)).toMatchObject({ refusal: { code: 'time-left' } });
  const [away] = (await presenceFor(south, gameId)).away;
  expect((away?.claimableAt ?? 0) - (away?.since ?? 0)).toBe(IDLE_MS);
});

test('a computer is always present, and no claim against it succeeds', async () => {
  const person = await guestAt(app.url);
  const id = await person.create({ time: null }, 'south', { computers: [{ side: 'north', strength: 1 }] });
  await playWith(person, id, ({ status }) => status === 'live');
  app.time.advance(2 * HOUR_MS);
  const watched = await person.request('game:watch', { gameId: id, after: 0 });
  expect(watched).toMatchObject({ ok: true, value: { presence: { away: [] } } });
  expect(await person.command(id, { type: 'claim', side: 'north' })).toMatchObject({ refusal: { code: 'time-left' } });
});
