import { expect, test } from 'vitest';
import { startRedis } from '../testing/redis.ts';
import { connectRedis } from './redis.ts';

test('a node started before its Redis waits for it, then receives its own messages', async () => {
  const before = await startRedis();
  const port = Number(new URL(before.url).port);
  await before.stop();
  const connecting = connectRedis(before.url, 'terrace:test:');
  const redis = await startRedis(port);
  const { carrier, isUp } = await connecting;
  expect(isUp()).toBe(true);
  const received = new Promise((resolve) => carrier.listen(resolve));
  carrier.send({ text: 'here' });
  expect(await received).toEqual({ text: 'here' });
  await carrier.close();
  await redis.stop();
});
