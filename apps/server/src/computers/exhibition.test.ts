import { currentPosition } from '@terrace/game';
import { COMPUTER_IDS, GamePage, isComputersOnly, type LiveGame, PlayerLobby } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { readGame } from '@terrace/testing/play';
import { expect, test } from 'vitest';
import { createExhibitionStore } from '../store/exhibitions.ts';
import { useTestApp } from '../testing/app.ts';

/** Computers pause for a tenth of the usual time. */
const app = useTestApp({ exhibition: true, speed: 10 });

async function featured(): Promise<{ games: readonly LiveGame[]; count: number; online: number }> {
  const { view } = PlayerLobby.parse(await (await fetch(`${app.url}/api/lobby`)).json());
  return { ...view.featured, online: view.online };
}

test('an empty server shows a game between computers while a client watches, and pauses it otherwise', {
  timeout: 60_000,
}, async () => {
  const visitor = await guestAt(app.url);
  expect((await featured()).games).toEqual([]);

  await visitor.request('lobby:watch', { known: null });
  await expect.poll(async () => (await featured()).games.length).toBe(1);
  const [shown] = (await featured()).games;
  if (shown === undefined) throw new Error('nothing is shown');
  expect(isComputersOnly(shown.seats)).toBe(true);
  expect(await featured()).toMatchObject({ count: 0, online: 1 }); // computers are not counted
  const plyOf = async () => currentPosition(await readGame(app.url, shown.id)).ply;
  await expect.poll(plyOf).toBeGreaterThan(3);

  // Without viewers the game pauses, after the move that was in flight.
  await visitor.request('lobby:unwatch', {});
  const unwatchedAt = await plyOf();
  const idleMs = async () => app.time.now() - (await readGame(app.url, shown.id)).lastAt;
  await expect.poll(idleMs).toBeGreaterThan(20_000);
  expect(await plyOf()).toBeLessThanOrEqual(unwatchedAt + 1);

  // The same game continues for a viewer of the list of live games.
  const stoodAt = await plyOf();
  await visitor.request('featured:watch', { filter: { seats: null, speed: null } });
  await expect.poll(plyOf).toBeGreaterThan(stoodAt);

  const { gameId: id } = await aGame(app.url).untimed().started();
  await expect.poll(async () => (await featured()).games.map((game) => game.id)).toEqual([id]);
  expect((await featured()).count).toBe(1);
});

test('games between computers are in no list of finished games, and are deleted after a while', async () => {
  await app.database.prisma.game.updateMany({
    where: { players: { hasSome: [...COMPUTER_IDS] } },
    data: { status: 'over', endedAt: new Date(app.time.now()), endedBy: 'quiet', places: [['south', 'north']] },
  });
  const { games } = GamePage.parse(await (await fetch(`${app.url}/api/archive`)).json());
  expect(games).toEqual([]);
  const store = createExhibitionStore(app.database.prisma);
  expect(await store.deleteExhibitions(app.time.now() - 3_600_000)).toEqual([]);
  expect(await store.deleteExhibitions(app.time.now() + 1_000)).toHaveLength(1);
});
