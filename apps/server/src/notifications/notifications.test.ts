import { NotificationPage, type Player } from '@terrace/protocol';
import { aGame, type Person } from '@terrace/testing/games';
import { request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { recordingChannels } from './testing/channels.ts';

const { channels, sentTo } = recordingChannels();
const app = useTestApp({ channels });

const move = (ply: number, from: string, to: string) => ({ type: 'move', ply, from, to }) as const;
const pageOf = async ({ cookie }: Person) =>
  NotificationPage.parse((await request(app.url, '/api/me/notifications', { cookie })).body);
const kindsOf = async (person: Person) =>
  (await pageOf(person)).notifications.map(
    ({ details, readAt }) => `${details.kind}${readAt === null ? '' : ' (read)'}`,
  );
const pushesTo = ({ id }: Player) => sentTo('push', id).map(({ notification }) => notification.details.kind);

test('each move of a game by days notifies the next player, in pages and by push', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  await expect.poll(() => pushesTo(south.player)).toEqual(['turn']);
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => pushesTo(north.player)).toEqual(['turn']);
  expect(await kindsOf(north)).toEqual(['turn']);
  await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
  await expect.poll(() => pushesTo(south.player)).toEqual(['turn', 'turn']);
  expect(await kindsOf(north)).toEqual(['turn (read)']);
});
