import type { GameId } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { type HttpPlayer, httpPlayerAt } from '@terrace/testing/http-player';
import { readGame } from '@terrace/testing/play';
import { textPlayerAt } from '@terrace/testing/text-player';
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';

const app = useTestApp();

/** Longer than the activity time and the grace period together. */
const LONG_MS = 151_000;

type Guest = Awaited<ReturnType<typeof guestAt>>;

async function begun(south: Guest, bot: HttpPlayer): Promise<GameId> {
  const gameId = await south.create({ time: { kind: 'clock', initialMs: 1_800_000, incrementMs: 0 } }, 'south');
  await south.request('game:watch', { gameId, after: 0 });
  await bot.act(gameId, { type: 'sit', side: null });
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  expect(await bot.act(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' })).toMatchObject({ status: 200 });
  return gameId;
}

/** After this, South can claim North's side. */
const moveSouth = { type: 'move', ply: 3, from: 'd3', to: 'd2' } as const;
const claimNorth = { type: 'claim', side: 'north' } as const;
const refused = { ok: false, refusal: { code: 'still-here' } };

async function awayOf(south: Guest, gameId: GameId) {
  const watched = await south.request('game:watch', { gameId, after: 0 });
  return watched.ok ? watched.value.presence.away.map(({ side }) => side) : undefined;
}

test('an HTTP player is present while they send requests, and a claim succeeds after a long silence', async () => {
  const [south, bot] = [await guestAt(app.url), await httpPlayerAt(app.url)];
  const gameId = await begun(south, bot);
  await south.command(gameId, moveSouth);
  expect(await awayOf(south, gameId)).toEqual([]);
  app.time.advance(LONG_MS);
  expect(await awayOf(south, gameId)).toEqual(['north']);
  await bot.ask(`games/${gameId}/moves`);
  expect(await awayOf(south, gameId)).toEqual([]);
  expect(await south.command(gameId, claimNorth)).toMatchObject(refused);
  app.time.advance(LONG_MS);
  expect(await south.command(gameId, claimNorth)).toMatchObject({ ok: true });
  expect((await readGame(app.url, gameId)).result).toMatchObject({ winner: 'south', by: 'left' });
});

test('a player who sends an HTTP request and then closes the board is absent at once', async () => {
  const { gameId, south, north } = await aGame(app.url).clock('30+0').started();
  for (const one of [south, north]) await one.request('game:watch', { gameId, after: 0 });
  const asked = await fetch(`${app.url}/api/games/${gameId}/moves`, { headers: { cookie: north.cookie } });
  expect(asked.status).toBe(200);
  north.close();
  await expect.poll(() => awayOf(south, gameId)).toEqual(['north']);
});

test.each([
  ['the game', (gameId: GameId) => `games/${gameId}/stream`],
  ['all their games', () => 'me/stream'],
])('a player with an open stream of %s is present', async (_, path) => {
  const [south, bot] = [await guestAt(app.url), await httpPlayerAt(app.url)];
  const gameId = await begun(south, bot);
  await south.command(gameId, moveSouth);
  const stream = new AbortController();
  await bot.ask(path(gameId), stream.signal);
  app.time.advance(LONG_MS);
  expect(await awayOf(south, gameId)).toEqual([]);
  expect(await south.command(gameId, claimNorth)).toMatchObject(refused);
  stream.abort();
  await expect.poll(() => awayOf(south, gameId)).toEqual(['north']);
});

test('the same rules apply to claims over HTTP, in text commands and at a board', async () => {
  const [south, bot] = [await guestAt(app.url), await httpPlayerAt(app.url)];
  const gameId = await begun(south, bot);
  expect(await bot.act(gameId, { type: 'claim', side: 'south' })).toMatchObject({ status: 409 });
  south.close();
  await expect.poll(async () => (await bot.act(gameId, { type: 'claim', side: 'south' })).status).toBe(409);
  app.time.advance(LONG_MS);
  await expect
    .poll(async () => {
      app.time.advance(LONG_MS); // the socket may close after the clock has advanced
      return (await bot.act(gameId, { type: 'claim', side: 'south' })).status;
    })
    .toBe(200);
  expect((await readGame(app.url, gameId)).result).toMatchObject({ winner: 'north', by: 'left' });
});

test('a text player can claim once the opponent has been inactive for long', async () => {
  const [one, other] = [await textPlayerAt(app.url), await textPlayerAt(app.url)];
  for (const player of [one, other]) player.close();
  const made = await one.run(`challenge -time=30+0 ${one.name} ${other.name}`);
  const id = /Game ([0-9A-Za-z]{12})/.exec(made)?.[1] ?? '';
  await other.run(`accept ${id}`);
  expect(await one.send(`claim ${id}`)).toMatchObject({ status: 409 });
  await one.run(`move ${id} d2-d3`);
  await other.run(`move ${id} e7-e6`);
  await one.run(`move ${id} d3-d2`);
  app.time.advance(LONG_MS);
  expect(await one.run(`claim ${id}`)).toMatch(/^You say that North has left\. .*South/);
});
