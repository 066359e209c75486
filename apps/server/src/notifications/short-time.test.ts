import { DAY_MS, HOUR_MS } from '@terrace/protocol';
import { aGame, type Person } from '@terrace/testing/games';
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { recordingChannels } from './testing/channels.ts';

const { channels, sentTo } = recordingChannels();
const app = useTestApp({ channels });

const left = ({ player }: Person) =>
  sentTo('push', player.id).flatMap(({ notification: { details } }) =>
    details.kind === 'time-short' ? [details.left] : [],
  );

/** Until noon of the next Thursday (UTC). */
function jumpToThursday(): void {
  const now = new Date(app.time.now());
  const days = (11 - now.getUTCDay()) % 7 || 7;
  app.time.jump(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 12) - now.getTime());
}

test('a bank of days runs short like days per move, and later if weekends are off', async () => {
  jumpToThursday();
  const bank = { kind: 'bank', bankMs: 4 * DAY_MS, incrementMs: 0 } as const;
  const [plain, off] = await Promise.all(
    [bank, { ...bank, weekendsOff: 'UTC' }].map((time) => aGame(app.url).with({ time }).started()),
  );
  if (plain === undefined || off === undefined) throw new Error('a game is missing');
  for (const { gameId, south } of [plain, off])
    await south.commandOrThrow(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });

  app.time.jump(3 * DAY_MS + HOUR_MS); // Sunday: a quarter of the bank without weekends off
  await expect.poll(app.time.advancing(1_000, () => left(plain.north))).toEqual(['quarter']);
  app.time.jump(22 * HOUR_MS); // Monday, half an hour before its end
  app.time.jump(HOUR_MS / 2);
  await expect.poll(app.time.advancing(1_000, () => left(plain.north))).toEqual(['quarter', 'hour']);
  await plain.north.commandOrThrow(plain.gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  expect(left(off.north)).toEqual([]);

  app.time.jump(DAY_MS + HOUR_MS); // Tuesday: the weekend did not count
  await expect.poll(app.time.advancing(1_000, () => left(off.north))).toEqual(['quarter']);
  app.time.jump(22 * HOUR_MS); // Wednesday, 45 minutes before its end
  app.time.jump(0.75 * HOUR_MS);
  await expect.poll(app.time.advancing(1_000, () => left(off.north))).toEqual(['quarter', 'hour']);
});
