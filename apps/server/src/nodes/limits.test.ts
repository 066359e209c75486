import type { GameId } from '@terrace/protocol';
import { type Client, connect, guestAt } from '@terrace/testing/client';
import { request } from '@terrace/testing/members';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { useTwoNodesBehindProxy } from '../testing/app.ts';

const nodes = useTwoNodesBehindProxy();

async function guestAtBoth(): Promise<{ gameId: GameId; tabs: readonly [Client, Client] }> {
  const here = await guestAt(nodes.here);
  const there = await connect(nodes.there, here.cookie);
  return { gameId: await here.create({}, 'south'), tabs: [here, there] };
}

/** How many of ten chat messages sent at once are accepted; the rest exceed the limit. */
async function acceptedMessages(tab: Client, gameId: GameId): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => tab.request('chat:say', { gameId, text: `No. ${i}` })),
  );
  for (const answer of answers) if (!answer.ok) expect(answer.refusal.code).toBe('too-talkative');
  return answers.filter(({ ok }) => ok).length;
}

const guess = async (url: string, login: string) =>
  (await request(url, '/api/account/sign-in', { body: { login, password: 'a guess at a password' } })).status;

test('chat messages sent to one node count towards the limit on the other', async () => {
  const { gameId, tabs } = await guestAtBoth();
  const accepted = await Promise.all(tabs.map((tab) => acceptedMessages(tab, gameId)));
  expect((accepted[0] ?? 0) + (accepted[1] ?? 0)).toBe(6);
  for (const tab of tabs) tab.close();
});

test('password guesses share one limit across both nodes', async () => {
  const guesses = Array.from({ length: 20 }, (_, i) => guess(i % 2 === 0 ? nodes.here : nodes.there, 'Somebody'));
  const statuses = (await Promise.all(guesses)).toSorted();
  expect(statuses).toEqual([...Array(15).fill(401), ...Array(5).fill(429)]);
});

test('Redis stores no names or addresses', async () => {
  await guess(nodes.here, 'Rosalind');
  const redis = new Redis(nodes.redis().url);
  const keys = await redis.keys('*limit:*');
  redis.disconnect();
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key).toMatch(/^terrace:[^:]+:limit:[\w-]+:[\w-]{22}$/);
});

test('while Redis is unreachable, each node counts separately and no request fails', async () => {
  const { gameId, tabs } = await guestAtBoth();
  nodes.redis().withhold();
  const [here, there] = tabs;
  expect(await acceptedMessages(here, gameId)).toBe(6);
  nodes.redis().disconnect();
  expect(await acceptedMessages(there, gameId)).toBe(6);
  expect(await guess(nodes.there, 'Another')).toBe(401);
  for (const tab of tabs) tab.close();
});
