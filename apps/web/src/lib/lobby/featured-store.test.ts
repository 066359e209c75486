import type { LiveFilter, Reply } from '@terrace/protocol';
import { expect, test, vi } from 'vitest';
import { FakeConnection } from '#lib/net/testing/fake-connection.ts';
import { FeaturedStore } from './featured-store.svelte.ts';

type Answer = { ok: true; value: Reply<'featured:watch'> };
const all: LiveFilter = { seats: null, speed: null };
const four: LiveFilter = { seats: 4, speed: null };
const answer = (version: number, count: number): Answer => ({
  ok: true,
  value: { version, featured: { count, games: [] } },
});

function followed(...answers: (Answer | Promise<Answer>)[]) {
  const connection = new FakeConnection(() => answers.shift() ?? 'lost');
  const featured = new FeaturedStore(connection.asConnection, { count: 0, games: [] });
  featured.subscribe(new AbortController().signal);
  const change = (filter: LiveFilter, version: number, count: number) =>
    connection.broadcast('featured:changed', { filter, version, featured: { count, games: [], boards: [] } });
  return { connection, featured, change };
}
const settle = () => vi.waitFor(() => Promise.resolve());

test('the next change is applied, an older one is ignored, and a gap requests the state', async () => {
  const { connection, featured, change } = followed(answer(3, 30), answer(6, 60));
  await settle();
  change(all, 4, 40);
  change(all, 4, 41);
  expect(featured.current.count).toBe(40);
  change(all, 6, 59);
  await settle();
  expect(featured.current.count).toBe(60);
  expect(connection.sent('featured:watch')).toHaveLength(2);
});

test('after a change of filter, a pending answer for the old filter is ignored', async () => {
  const slow = Promise.withResolvers<Answer>();
  const { connection, featured, change } = followed(slow.promise, answer(1, 4));
  featured.choose(four);
  change(all, 9, 90);
  change(four, 2, 5);
  slow.resolve(answer(8, 80));
  await settle();
  expect(featured.current.count).toBe(5);
  expect(connection.sent('featured:watch')).toEqual([{ filter: all }, { filter: four }]);
});
