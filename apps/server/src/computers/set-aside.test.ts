import { DEFAULT_SETTINGS } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { playWith, readGame } from '@terrace/testing/play';
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';

const app = useTestApp();
const MEANWHILE = { computers: [{ side: 'north', strength: 1 } as const] };

test('a player who is paired while playing a computer leaves that game for the new one', async () => {
  const [seeker, other] = [await guestAt(app.url), await guestAt(app.url)];
  const seek = {
    setup: 'long',
    time: { kind: 'clock', initialMs: 300_000, incrementMs: 3_000 },
    rated: false,
  } as const;
  const paired = new Promise<void>((resolve) => seeker.socket.once('pairing:paired', () => resolve()));
  expect(await seeker.request('pairing:join', seek)).toMatchObject({ ok: true });
  const byClock = await seeker.create({ setup: 'short6' }, 'south', MEANWHILE);
  const unhurried = await seeker.create({ setup: 'short6', time: null }, 'south', MEANWHILE);
  for (const id of [byClock, unhurried]) await playWith(seeker, id, ({ status }) => status === 'live');

  expect(await other.request('pairing:join', seek)).toMatchObject({ ok: true });
  await paired;
  await expect.poll(async () => (await readGame(app.url, byClock)).status).toBe('closed');
  expect((await readGame(app.url, unhurried)).status).toBe('live');
});

test('a third game does not end a game of two people with computers', async () => {
  const [one, two, three] = [await guestAt(app.url), await guestAt(app.url), await guestAt(app.url)];
  const id = await one.create({ setup: 'three6' }, 'south', MEANWHILE);
  await two.command(id, { type: 'sit', side: null });
  await playWith(one, id, ({ status }) => status === 'live');
  const next = await one.create({}, 'south');
  await three.command(next, { type: 'sit', side: null });
  const last = await one.create({ setup: 'short6' }, 'south', MEANWHILE); // decided after the reactions to the start above
  await playWith(one, last, ({ status }) => status === 'live');
  expect((await readGame(app.url, id)).status).toBe('live');
});

test('a player who seeks people is not seated at a table with a computer', async () => {
  const [host, seeker, other] = [await guestAt(app.url), await guestAt(app.url), await guestAt(app.url)];
  const table = await host.create({ setup: 'three6' }, 'south', MEANWHILE);
  await host.request('pairing:join', { setup: 'long', time: null, rated: false }); // so that the host counts as online
  const { time } = DEFAULT_SETTINGS;
  const seek = { setup: 'three6', time, rated: false } as const;
  const paired = new Promise<string>((resolve) => other.socket.once('pairing:paired', ({ gameId }) => resolve(gameId)));
  await seeker.request('pairing:join', seek);
  await other.request('pairing:join', seek);
  const third = await guestAt(app.url);
  await third.request('pairing:join', seek);
  expect(await paired).not.toBe(table);
  expect((await readGame(app.url, table)).status).toBe('open');
});
