import { expect, test } from 'vitest';
import { createNotificationStore } from '../store/notifications.ts';
import { createRatingStore } from '../store/ratings.ts';
import { player, useGames } from '../testing/games.ts';
import { rebuildNotifications } from './rebuild.ts';

const [ann, ben] = [player('ann'), player('ben')];

const games = useGames();

const rebuild = () =>
  rebuildNotifications(0, {
    store: createNotificationStore(games.prisma),
    games: games.store,
    ratings: createRatingStore(games.prisma),
    now: games.time.now,
  });
const rows = () => games.prisma.notification.findMany({ orderBy: [{ at: 'asc' }, { playerId: 'asc' }] });

test('a rebuild derives all notifications from the logs, and a second one changes nothing', async () => {
  await games.play({ seats: [ann, ben], time: null, resign: [ben] });
  expect(await rebuild()).toBe(1);
  const made = await rows();
  expect(made.map(({ playerId, kind }) => `${playerId} ${kind}`)).toEqual([`${ann.id} over`]);
  expect(made).toMatchObject([{ pending: ['decide'], dueAt: expect.any(Date) }]);
  expect([await rebuild(), await rows()]).toEqual([1, made]);
});
