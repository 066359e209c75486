import { type GameId, type LoggedEvent, MAX_EVENTS_IN_REPLY } from '@terrace/protocol';
import { type Client, connect, guestAt } from '@terrace/testing/client';
import { expect, test } from 'vitest';
import { lockTables } from '../store/testing/lock-tables.ts';
import { useTestApp } from '../testing/app.ts';
import { lengthenLog } from '../testing/lengthen-log.ts';

const app = useTestApp();

/** Reads a game like a page: repeats the request while there is more. */
async function readAll(client: Client, gameId: GameId): Promise<{ seqs: number[]; replies: number }> {
  const events: LoggedEvent[] = [];
  for (let replies = 1; ; replies += 1) {
    const reply = await client.request('game:watch', { gameId, after: events.at(-1)?.seq ?? 0 });
    if (!reply.ok) throw new Error(`refused: ${reply.refusal.code}`);
    expect(reply.value.events.length).toBeLessThanOrEqual(MAX_EVENTS_IN_REPLY);
    events.push(...reply.value.events);
    if (!reply.value.more) return { seqs: events.map(({ seq }) => seq), replies };
  }
}

test('a long log is sent in pages that the client requests one after another', async () => {
  const host = await guestAt(app.url);
  const gameId = await host.create({ time: null }, 'south');
  await lengthenLog(app.databaseUrl, gameId, 3, 2_100);
  const { seqs, replies } = await readAll(await connect(app.url, ''), gameId);
  expect(seqs).toEqual(Array.from({ length: 2_102 }, (_, i) => i + 1));
  expect(replies).toBe(5);
});

test('thirty clients that request a log at once share one read and take no connection from play', async () => {
  const host = await guestAt(app.url);
  const gameId = await host.create({ time: null }, 'south');
  await lengthenLog(app.databaseUrl, gameId, 3, 100);
  const watchers = await Promise.all(Array.from({ length: 30 }, () => connect(app.url, '')));
  const held = await lockTables(app.databaseUrl, 'game_event');
  const replies = watchers.map((client) => client.request('game:watch', { gameId, after: 0 }));
  await Promise.all(watchers.map((client) => client.request('time:now', {}))); // all requests have arrived by now
  await expect.poll(() => held.waiting('read')).toBe(1);
  expect(await held.waiting('play')).toBe(0);
  await held.release();
  for (const reply of await Promise.all(replies)) {
    expect(reply.ok && reply.value.events.length).toBe(102);
    expect(reply.ok && reply.value.more).toBeUndefined();
  }
  for (const { close } of watchers) close();
});
