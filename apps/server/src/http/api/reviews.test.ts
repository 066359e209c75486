import { type GameId, OngoingRatedGame, ReviewState } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { memberAt, request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useSharedApp } from '../../testing/shared-app.ts';

const app = useSharedApp();

type Player = Awaited<ReturnType<typeof guestAt>>;

async function game(south: Pick<Player, 'create' | 'command'>, north: Pick<Player, 'command'>, goesOn = false) {
  const id = await south.create({ rated: goesOn }, 'south');
  await north.command(id, { type: 'sit', side: 'north' });
  await south.command(id, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await north.command(id, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  if (!goesOn) await north.command(id, { type: 'resign' });
  return id;
}
const read = async (id: GameId) => ReviewState.parse((await request(app.url, `/api/games/${id}/review`)).body);

test('a guest requests a review over HTTP, and any client that knows the game can read it once done', async () => {
  const [south, north] = [await guestAt(app.url), await guestAt(app.url)];
  const id = await game(south, north);
  expect(await read(id)).toEqual({ status: 'none' });
  const asked = await request(app.url, `/api/games/${id}/review`, { method: 'POST', cookie: south.cookie });
  expect(asked.status).toBe(200);
  await expect.poll(async () => (await read(id)).status).toBe('done');
  const cached = await request(app.url, `/api/games/${id}/review`);
  const state = ReviewState.parse(cached.body);
  expect(state.status === 'done' && state.review.moves.map((move) => move.moment)).toEqual([0, 1]);
  const etag = cached.headers.get('etag') ?? '';
  const again = await request(app.url, `/api/games/${id}/review`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  for (const each of [south, north]) each.close();
});

test('a player in a rated game learns which one it is and cannot request reviews', async () => {
  const [ann, ben] = [await memberAt(app.url), await memberAt(app.url)];
  const over = await game(ann, ben);
  const under = async (cookie?: string) =>
    OngoingRatedGame.parse((await request(app.url, '/api/me/rated-game', cookie ? { cookie } : {})).body).gameId;
  expect(await under(ann.cookie)).toBeNull();
  const rated = await game(ann, ben, true);
  expect(await under(ann.cookie)).toBe(rated);
  expect(await under()).toBeNull();
  const asked = await request(app.url, `/api/games/${over}/review`, { method: 'POST', cookie: ann.cookie });
  expect([asked.status, asked.body]).toMatchObject([403, { refusal: { code: 'playing-rated', gameId: rated } }]);
  await ann.command(rated, { type: 'resign' });
  expect(await under(ann.cookie)).toBeNull();
  for (const each of [ann, ben]) each.close();
});
