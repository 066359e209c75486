import type { Command, GameId } from '@terrace/protocol';
import { becomeGuest, type Client, connect, guestAt, newCommandId } from '@terrace/testing/client';
import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';

const app = useSharedApp();
const first: Command = { type: 'move', ply: 1, from: 'd2', to: 'd3' };
const isMoved = (events: readonly { event: { type: string } }[]) => events.some(({ event }) => event.type === 'moved');

/** Starts a game with two watchers; South connects with `auth` in its handshake. */
async function begunBy(auth: Readonly<Record<string, unknown>>) {
  const { cookie } = await becomeGuest(app.url);
  const [south, otherTab, north] = await Promise.all([
    connect(app.url, cookie, {}, auth),
    connect(app.url, cookie, {}, auth),
    guestAt(app.url),
  ]);
  const gameId = await south.create({ setup: 'long', time: null }, 'south');
  await north.command(gameId, { type: 'sit', side: null });
  for (const one of [south, otherTab, north]) await one.request('game:watch', { gameId, after: 0 });
  return { south, otherTab, north, gameId };
}

const movesOf = (client: Pick<Client, 'eventsOf'>, gameId: GameId) =>
  client.eventsOf(gameId).filter(({ event }) => event.type === 'moved').length;

const flush = (client: Pick<Client, 'request'>) => client.request('time:now', {});

test('a client that requests it receives a command’s events only in the acknowledgement, others by broadcast', async () => {
  const { south, otherTab, north, gameId } = await begunBy({ eventsInAnswers: true });
  const answer = await south.command(gameId, first);
  expect(answer).toMatchObject({
    ok: true,
    value: { seq: 5, events: [{ seq: 5, event: { type: 'moved', from: 'd2', to: 'd3' } }] },
  });
  await Promise.all([otherTab.waitForEvents(gameId, isMoved), north.waitForEvents(gameId, isMoved)]);
  await flush(south);
  expect(movesOf(south, gameId)).toBe(0);
});

test('other clients get the event number in the acknowledgement and the events by broadcast', async () => {
  const { south, north, gameId } = await begunBy({});
  expect(await south.command(gameId, first)).toEqual({ ok: true, value: { seq: 5 } });
  await Promise.all([south.waitForEvents(gameId, isMoved), north.waitForEvents(gameId, isMoved)]);
});

test('a command sent twice at once is executed once, and each connection receives its events once', async () => {
  const { south, otherTab, gameId } = await begunBy({ eventsInAnswers: true });
  const id = newCommandId();
  const [one, two] = await Promise.all([south.command(gameId, first, id), otherTab.command(gameId, first, id)]);
  expect([one, two]).toMatchObject([
    { ok: true, value: { seq: 5 } },
    { ok: true, value: { seq: 5 } },
  ]);
  for (const [client, answer] of [
    [south, one],
    [otherTab, two],
  ] as const) {
    const inAnswer = answer.ok && (answer.value.events?.length ?? 0) > 0;
    if (!inAnswer) await client.waitForEvents(gameId, isMoved);
    await flush(client);
    expect(movesOf(client, gameId)).toBe(inAnswer ? 0 : 1);
  }
});

test('a refused command creates no events', async () => {
  const { south, gameId } = await begunBy({ eventsInAnswers: true });
  expect(await south.command(gameId, { ...first, to: 'd8' })).toMatchObject({ ok: false });
});
