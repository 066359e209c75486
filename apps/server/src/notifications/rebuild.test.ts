import { expect, test } from 'vitest';
import { createNotificationStore } from '../store/notifications.ts';
import { createRatingStore } from '../store/ratings.ts';
import { player, reportError, useGames } from '../testing/games.ts';
import { rebuildNotifications } from './rebuild.ts';

const [ann, ben] = [player('ann'), player('ben')];

const games = useGames();

const rebuild = () =>
  rebuildNotifications(0, {
    store: createNotificationStore(games.prisma),
    games: games.store,
    ratings: createRatingStore(games.prisma),
    now: games.time.now,
    reportError,
  });
const rows = () => games.prisma.notification.findMany({ orderBy: [{ at: 'asc' }, { playerId: 'asc' }] });

test('a rebuild derives all notifications from the logs, and a second one changes nothing', async () => {
  await games.play({ seats: [ann, ben], time: null, resign: [ben] });
  const first = await rebuild();
  const made = await rows();
  expect(made.map(({ playerId, kind }) => `${playerId} ${kind}`)).toEqual([`${ann.id} over`]);
  expect([first, await rebuild(), await rows()]).toEqual([{ games: 1, jobs: 0 }, { games: 1, jobs: 0 }, made]);
  await games.prisma.$executeRaw`delete from graphile_worker._private_jobs`;
  expect(await rebuild()).toEqual({ games: 1, jobs: 1 });
  expect(await rebuild()).toEqual({ games: 1, jobs: 0 });
});
