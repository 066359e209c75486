import { aGame } from '@terrace/testing/games';
import { expect, test } from 'vitest';
import { startNode, useDatabase, withoutJobs } from '../testing/app.ts';
import { useFaults } from '../testing/faults.ts';
import { recordingChannels } from './testing/channels.ts';

const { log } = useFaults();
const database = useDatabase();

test('a player at the board on another server is not notified of the end', async () => {
  await using stack = new AsyncDisposableStack();
  const { channels, sentTo } = recordingChannels();
  const withJobs = await startNode(database.url, { log, channels });
  stack.defer(() => withJobs.close());
  const played = await startNode(database.url, { log, startJobs: withoutJobs });
  stack.defer(() => played.close());

  const { gameId, south, north } = await aGame(played.url).clock('5+3').started();
  await south.requestOrThrow('game:watch', { gameId, after: 0 });
  await south.commandOrThrow(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await north.commandOrThrow(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await north.commandOrThrow(gameId, { type: 'resign' });
  const where = { gameId, playerId: south.player.id, kind: 'over' };
  await expect
    .poll(async () => (await database.prisma.notification.findFirst({ where }))?.readAt, { timeout: 10_000 })
    .toBeInstanceOf(Date);
  expect(sentTo('push', south.player.id)).toEqual([]);
});
