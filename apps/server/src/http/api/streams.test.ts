import { type GameId, LoggedEvent, PlayerNotification, TokenRow } from '@terrace/protocol';
import { connect, guestAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { becomeMember, newName, request, signUp } from '@terrace/testing/members';
import { nextEvent, readStream, type StreamEvent } from '@terrace/testing/stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { useSharedApp } from '../../testing/shared-app.ts';

const app = useSharedApp();

const streamAt = (path: string, headers: Record<string, string>, signal?: AbortSignal) =>
  readStream(`${app.url}${path}`, headers, signal);

const untimed = { setup: 'short', time: null } as const;
const move = (ply: number, from: string, to: string) => ({ type: 'move', ply, from, to }) as const;

test('a stream sends the log, then each event as it is saved, and ends with the game', async () => {
  const [south, north] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
  const gameId = await south.create(untimed, 'south');
  const stream = streamAt(`/api/games/${gameId}/stream`, {});
  expect(await nextEvent(stream)).toMatchObject({ id: '1', event: 'created' });
  await north.command(gameId, { type: 'sit', side: null });
  await south.command(gameId, move(1, 'b1', 'b2'));
  await north.command(gameId, { type: 'resign' });
  const rest: StreamEvent[] = [];
  for await (const streamEvent of stream) rest.push(streamEvent);
  expect(rest.map(({ event }) => event)).toEqual(['seated', 'seated', 'started', 'moved', 'out', 'ended']);
  for (const { data } of rest) LoggedEvent.parse(data);
});

async function shuffle(gameId: GameId, players: Awaited<ReturnType<typeof guestAt>>[]): Promise<void> {
  const ways = [
    ['b1', 'b2'],
    ['g8', 'g7'],
    ['b2', 'b1'],
    ['g7', 'g8'],
  ] as const;
  for (let ply = 1; ply <= 7; ply += 1) {
    const [from, to] = ways[(ply - 1) % 4] ?? ['b1', 'b2'];
    await players[(ply - 1) % 2]?.command(gameId, move(ply, from, to));
  }
}

test('a client that repeatedly loses its stream resumes without gaps or duplicates', async () => {
  const { gameId, south, north } = await aGame(app.url).on('short').untimed().started();
  const played = shuffle(gameId, [south, north]).then(() => north.command(gameId, { type: 'resign' }));
  const receivedIds: string[] = [];
  let over = false;
  while (!over) {
    const cut = new AbortController();
    const resume: Record<string, string> =
      receivedIds.length === 0 ? {} : { 'last-event-id': receivedIds.at(-1) ?? '' };
    let receivedCount = 0;
    for await (const { id, event } of streamAt(`/api/games/${gameId}/stream`, resume, cut.signal)) {
      receivedIds.push(id ?? '');
      receivedCount += 1;
      over = event === 'ended';
      if (receivedCount === 2 && !over) break; // drops the connection, even with data in flight
    }
    cut.abort();
  }
  await played;
  expect(receivedIds).toEqual(receivedIds.map((_, i) => String(i + 1)));
});

test('a client that has all events of a finished game gets 204, so that an EventSource stops reconnecting', async () => {
  const { gameId, north } = await aGame(app.url).on('short').untimed().started();
  await north.command(gameId, { type: 'resign' });
  const url = `${app.url}/api/games/${gameId}/stream`;
  const ids: (string | undefined)[] = [];
  for await (const { id } of streamAt(`/api/games/${gameId}/stream`, {})) ids.push(id);
  const last = ids.at(-1) ?? '';
  expect((await fetch(url, { headers: { 'last-event-id': last } })).status).toBe(204);
  expect((await fetch(`${url}?after=${last}`)).status).toBe(204);
});

test('a player’s stream reports pending games, invitations, starts, turns and ends', async () => {
  const { gameId: waiting, south: ann, north: ben } = await aGame(app.url).on('short').untimed().started();
  await ann.command(waiting, move(1, 'b1', 'b2'));

  const cut = new AbortController();
  const stream = streamAt('/api/me/stream', { cookie: ben.cookie }, cut.signal);
  const news = async () => PlayerNotification.parse((await nextEvent(stream)).data);
  expect(await news()).toEqual({ type: 'turn', gameId: waiting, side: 'north', ply: 2 });

  await ann.create(untimed, 'south', { reserved: [{ side: 'north', name: ben.player.name }] });
  const invited = await news();
  expect(invited).toMatchObject({ type: 'invited', side: 'north', by: ann.player });
  await ben.command(invited.gameId, { type: 'sit', side: null });
  expect(await news()).toEqual({ type: 'started', gameId: invited.gameId, side: 'north' });
  await ann.command(invited.gameId, move(1, 'b1', 'b2'));
  expect(await news()).toMatchObject({ type: 'turn', gameId: invited.gameId, ply: 2 });
  await ann.command(waiting, { type: 'resign' });
  expect(await news()).toMatchObject({ type: 'ended', gameId: waiting, result: { winner: 'north' } });
  cut.abort();
});

test('strangers have no stream of their own, and an unknown game has none', async () => {
  expect((await fetch(`${app.url}/api/me/stream`)).status).toBe(401);
  expect((await fetch(`${app.url}/api/games/000000000000/stream`)).status).toBe(404);
});

test('a stream ends with the session or token that opened it, and other streams continue', async () => {
  const member = await becomeMember(app.url);
  const wish = { name: 'My program', scopes: ['read'] };
  const made = await request(app.url, '/api/account/tokens', { body: wish, cookie: member.cookie });
  const { text, token } = z.object({ text: z.string(), token: TokenRow }).parse(made.body);
  const bearing = { authorization: `Bearer ${text}` };
  const [south, north] = await Promise.all([connect(app.url, member.cookie), guestAt(app.url)]);
  const gameId = await south.create(untimed, 'south');
  const open = (path: string, headers: Record<string, string>) => fetch(`${app.url}${path}`, { headers });
  const game = `/api/games/${gameId}/stream`;
  const byToken = await Promise.all([open(game, bearing), open('/api/me/stream', bearing)]);
  const bySession = await Promise.all([game, '/api/me/stream'].map((path) => open(path, { cookie: member.cookie })));
  const byNobody = streamAt(game, {});
  expect(await nextEvent(byNobody)).toMatchObject({ event: 'created' });

  await request(app.url, `/api/account/tokens/${token.id}`, { method: 'DELETE', cookie: member.cookie });
  await Promise.all(byToken.map((response) => response.text())); // resolves when the stream has ended
  await north.command(gameId, { type: 'sit', side: null });
  await request(app.url, '/api/account/sign-out', { body: {}, cookie: member.cookie });
  const bodies = await Promise.all(bySession.map((response) => response.text()));
  expect(bodies.every((each) => each.includes('event: started'))).toBe(true); // revoking the token left the session's stream open
  expect(await nextEvent(byNobody)).toMatchObject({ event: 'seated' });
  await byNobody.return(undefined);
});

test('a guest’s stream ends when the guest signs up', async () => {
  const guest = await guestAt(app.url);
  const response = await fetch(`${app.url}/api/me/stream`, { headers: { cookie: guest.cookie } });
  await signUp(app.url, newName(), guest.cookie);
  await response.text();
});

test('too many concurrent streams are refused with a retry time', async () => {
  const south = await guestAt(app.url);
  const gameId = await south.create(untimed, 'south');
  const cut = new AbortController();
  const headers = { cookie: south.cookie };
  const open = () => fetch(`${app.url}/api/games/${gameId}/stream`, { headers, signal: cut.signal });
  const answers = await Promise.all(Array.from({ length: 21 }, open));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.headers.get('retry-after')).toBe('15');
  cut.abort();
  await expect
    .poll(
      async () =>
        (await fetch(`${app.url}/api/games/${gameId}/stream`, { headers, signal: AbortSignal.timeout(2000) })).status,
    )
    .toBe(200);
});
