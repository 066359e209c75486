import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startRedis, startRedisCluster } from '../testing/redis.ts';
import { connectRedis } from './redis.ts';

test('a node started before its Redis waits for it, then receives its own messages', async () => {
  const before = await startRedis();
  const port = Number(new URL(before.url).port);
  await before.stop();
  const connecting = connectRedis(before.url, 'terrace:test:');
  const redis = await startRedis(port);
  const { carrier, isUp } = await connecting;
  expect(isUp()).toBe(true);
  const received = new Promise((resolve) => carrier.listen((channel, text) => resolve([channel, text])));
  await carrier.subscribe('here');
  expect(await carrier.send('here', 'a text')).toBe(1);
  expect(await received).toEqual(['here', 'a text']);
  carrier.unsubscribe('here');
  await expect.poll(() => carrier.send('here', 'another')).toBe(0);
  carrier.close();
  await redis.stop();
});

test('a node asks a busy Redis again if its first question is not answered in time', async () => {
  const redis = await startRedis();
  let questions = 0;
  const held: Buffer[] = [];
  const proxy = createServer((client) => {
    const upstream = connect(Number(new URL(redis.url).port), '127.0.0.1');
    client.on('data', (data) => {
      if (data.includes('cluster')) questions += 1;
      // Redis receives the first question only with the second one.
      if (questions === 1) held.push(data);
      else upstream.write(Buffer.concat([...held.splice(0), data]));
    });
    upstream.on('data', (data) => void client.write(data));
    client.on('close', () => upstream.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const { carrier, isUp } = await connectRedis(`redis://127.0.0.1:${port}`, 'terrace:test:');
  expect([questions, isUp()]).toEqual([2, true]);
  carrier.close();
  proxy.close();
  await redis.stop();
});

test('after a restart of Redis, a node has its subscriptions again and knows that it has missed messages', async () => {
  const first = await startRedis();
  const { carrier } = await connectRedis(first.url, 'terrace:test:');
  const received: string[] = [];
  carrier.listen((channel, text) => received.push(`${channel} ${text}`));
  let restored = 0;
  carrier.onRestored(() => {
    restored += 1;
  });
  for (const channel of ['one', 'other', 'left']) await carrier.subscribe(channel);
  carrier.unsubscribe('left');
  await first.stop();
  await expect(carrier.send('one', 'lost')).rejects.toThrow();
  await expect(carrier.subscribe('new')).rejects.toThrow();
  const second = await startRedis(Number(new URL(first.url).port));
  await expect.poll(() => restored).toBe(1);
  for (const channel of ['one', 'other', 'left', 'new']) await carrier.send(channel, 'text');
  await expect.poll(() => received).toEqual(['one text', 'other text', 'new text']);
  carrier.close();
  await second.stop();
});

test('a Redis Cluster carries the channels of all its shards, after a lost connection and the move of a slot too', async () => {
  const cluster = await startRedisCluster();
  const [one, other] = [
    await connectRedis(cluster.urls[0] ?? '', 'test:'),
    await connectRedis(cluster.urls[1] ?? '', 'test:'),
  ];
  const channels = Array.from({ length: 20 }, (_, i) => `game:${i}`);
  let received: string[] = [];
  other.carrier.listen((channel, text) => received.push(`${channel} ${text}`));
  await Promise.all(channels.map(other.carrier.subscribe));
  const sendAll = (text: string) => Promise.all(channels.map((channel) => one.carrier.send(channel, text)));
  expect(await sendAll('first')).toEqual(channels.map(() => 1));
  await expect.poll(() => received.toSorted()).toEqual(channels.map((channel) => `${channel} first`).toSorted());

  for (const shard of [0, 1]) {
    const isRestored = new Promise<void>((resolve) => other.carrier.onRestored(resolve));
    await cluster.dropConnections(shard);
    await isRestored;
    received = [];
    await expect.poll(() => one.isUp()).toBe(true);
    await expect.poll(() => sendAll('again').catch(() => [])).toEqual(channels.map(() => 1));
    await expect.poll(() => new Set(received).size).toBe(channels.length);
  }

  await cluster.moveSlotOf('test:game:0');
  received = [];
  await expect.poll(() => one.carrier.send('game:0', 'moved')).toBe(1);
  await expect.poll(() => received).toContain('game:0 moved');

  other.carrier.unsubscribe('game:0');
  await expect.poll(() => one.carrier.send('game:0', 'nobody')).toBe(0);
  for (const { carrier } of [one, other]) carrier.close();
  await cluster.stop();
});
