import { once } from 'node:events';
import { GameId } from '@terrace/protocol';
import { connect, guestAt } from '@terrace/testing/client';
import { expect, inject, test } from 'vitest';
import { channelOf } from '../nodes/bus.ts';
import { connectRedis } from '../nodes/redis.ts';
import { databaseIdentity } from '../store/databases.ts';
import { startTestApp, useTestApp } from '../testing/app.ts';
import { createVirtualTime } from '../testing/time.ts';

let gameId: GameId;
const machine = createVirtualTime();
const app = useTestApp({
  async prepare(databaseUrl) {
    const earlier = await startTestApp(databaseUrl);
    const host = await guestAt(earlier.url);
    gameId = await host.create({}, 'south');
    host.close();
    await earlier.close();
    return { redisUrl: inject('redisUrl'), machine: machine.scheduler };
  },
});

test('while another server does not say who is at a game, other logs are read', async () => {
  const hung = await connectRedis(inject('redisUrl'), `terrace:${await databaseIdentity(app.databaseUrl)}:`);
  await hung.carrier.subscribe(channelOf('game', gameId));
  const [first, second] = [await connect(app.url, ''), await connect(app.url, '')];
  const asked = new EventTarget();
  hung.carrier.listen(() => asked.dispatchEvent(new Event('question')));
  const question = once(asked, 'question');
  let isAnswered = false;
  const watching = first.request('game:watch', { gameId, after: 0 }).finally(() => {
    isAnswered = true;
  });
  await question;
  const unknown = GameId.parse('unknown00000');
  expect(await second.request('game:watch', { gameId: unknown, after: 0 })).toMatchObject({
    ok: false,
    refusal: { code: 'no-such-game' },
  });
  expect(isAnswered).toBe(false);
  machine.advance(1_000);
  expect(await watching).toMatchObject({ ok: true });
  for (const client of [first, second]) client.close();
  hung.carrier.close();
});
