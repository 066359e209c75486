import {
  DAY_MS,
  DEFAULT_NOTIFICATION_CHOICES,
  type GameId,
  HOUR_MS,
  MINUTE_MS,
  type NotificationChoices,
  NotificationPage,
  type Player,
} from '@terrace/protocol';
import { connect } from '@terrace/testing/client';
import { aGame, type Person } from '@terrace/testing/games';
import { becomeMember, request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { createGameStore } from '../store/games.ts';
import { createNotificationStore } from '../store/notifications.ts';
import { useTestApp } from '../testing/app.ts';
import { causesOfCommit } from './derive.ts';
import { recordingChannels } from './testing/channels.ts';

const { channels, sentTo } = recordingChannels();
const app = useTestApp({ channels });

const move = (ply: number, from: string, to: string) => ({ type: 'move', ply, from, to }) as const;
type WithCookie = { readonly cookie: string };
const pageOf = async ({ cookie }: WithCookie) =>
  NotificationPage.parse((await request(app.url, '/api/me/notifications', { cookie })).body);
/** The newest first. */
const kindsOf = async (person: WithCookie) =>
  (await pageOf(person)).notifications.map(({ details, readAt }) =>
    readAt === null ? details.kind : `${details.kind} (read)`,
  );
const sentKinds = (channel: 'push' | 'webhook', { id }: Player) =>
  sentTo(channel, id).map(({ notification }) => notification.details.kind);
const choose = (person: WithCookie, choices: NotificationChoices) =>
  request(app.url, '/api/me/notification-choices', { method: 'PUT', body: choices, ...person });
const pushesTo = ({ player }: { player: Player }) => sentKinds('push', player);
const members = async (count: number): Promise<readonly Person[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { cookie, player } = await becomeMember(app.url);
      return { ...(await connect(app.url, cookie)), player, cookie };
    }),
  );
const twoMembers = async () => {
  const [south, north] = await members(2);
  if (south === undefined || north === undefined) throw new Error('two members are missing');
  return { south, north };
};

test('each move of a game by days notifies the next player, and outdates the notice of the turn before', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  await expect.poll(() => pushesTo(south)).toEqual(['turn']); // and no notice of the start as well
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => pushesTo(north)).toEqual(['turn']);
  expect(await kindsOf(north)).toEqual(['turn']);
  expect(await kindsOf(south)).toEqual(['turn (read)']);
  await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
  await expect.poll(() => pushesTo(south)).toEqual(['turn', 'turn']);
  expect(await kindsOf(north)).toEqual(['turn (read)']);
  expect(sentTo('push', north.player.id)[0]).toMatchObject({
    title: 'Your turn',
    body: `It's your turn against ${south.player.name}.`,
    path: `/game/${gameId}`,
    key: `turn:${gameId}:2:5`,
  });
});

/** Marks what event `seq` outdates, as a process that derives it from a log without later events. */
async function markAgain(gameId: GameId, seq: number): Promise<void> {
  const { connection } = app.database;
  const store = createGameStore({ append: connection, play: connection, read: connection });
  const log = (await store.readLog(gameId, 0)).filter((each) => each.seq <= seq);
  const { superseded } = causesOfCommit({ gameId, log, after: seq - 1, seq, changes: undefined });
  expect(superseded?.kinds).toContain('turn');
  await createNotificationStore(connection.prisma).add([], superseded, app.time.now());
}

test('a move that is derived from a log without its successor leaves the notice of the next turn unread', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => pushesTo(north)).toEqual(['turn']);
  const seq = await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
  await south.commandOrThrow(gameId, move(3, 'd3', 'd4'));
  await expect.poll(() => pushesTo(north)).toEqual(['turn', 'turn']);
  await markAgain(gameId, seq);
  expect(await kindsOf(north)).toEqual(['turn', 'turn (read)']);
});

test('a turn that comes again after a takeback is a new cause', async () => {
  const { gameId, south, north } = await aGame(app.url).untimed().started();
  await expect.poll(() => pushesTo(south)).toEqual(['turn']);
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => pushesTo(north)).toEqual(['turn']);
  const seq = await south.commandOrThrow(gameId, { type: 'offer', offer: 'takeback' });
  await expect.poll(() => pushesTo(north)).toEqual(['turn', 'offer']);
  await north.commandOrThrow(gameId, { type: 'accept', offer: 'takeback', seq });
  await expect.poll(() => pushesTo(south)).toEqual(['turn', 'turn']);
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => pushesTo(north)).toEqual(['turn', 'offer', 'turn']);
});

test('a queued reply that is played automatically gives its player no turn to be notified of', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  const moves = [
    { depth: 1, move: { from: 'd2', to: 'd3' } },
    { depth: 2, move: { from: 'e7', to: 'e6' } },
  ];
  await north.requestOrThrow('conditional:set', { gameId, ply: 1, moves });
  await expect.poll(() => pushesTo(south)).toEqual(['turn']);
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => pushesTo(south)).toEqual(['turn', 'turn']);
  await south.commandOrThrow(gameId, move(3, 'd3', 'd2'));
  await expect.poll(() => pushesTo(north)).toEqual(['turn']);
  expect(sentTo('push', north.player.id)[0]?.notification.details).toMatchObject({ kind: 'turn', ply: 4 });
});

test('a challenge notifies its player, the answer its sender, and the end the player who did not cause it', async () => {
  const { south, north } = await twoMembers();
  const invite = () =>
    south.create({ time: null }, 'south', { reserved: [{ side: 'north', name: north.player.name }] });
  const declined = await invite();
  await expect.poll(() => pushesTo(north)).toEqual(['invited']);
  await north.commandOrThrow(declined, { type: 'decline' });
  await expect.poll(() => pushesTo(south)).toEqual(['answered']);
  const gameId = await invite();
  await expect.poll(() => pushesTo(north)).toEqual(['invited', 'invited']);
  await north.commandOrThrow(gameId, { type: 'sit', side: 'north' });
  await expect.poll(() => pushesTo(south)).toEqual(['answered', 'turn']);
  await south.commandOrThrow(gameId, { type: 'resign' });
  await expect.poll(() => pushesTo(north)).toEqual(['invited', 'invited', 'over']);
  expect(sentTo('push', north.player.id).at(-1)).toMatchObject({
    title: 'You won',
    notification: { details: { kind: 'over', outcome: 'won', place: 1, by: 'resignation', ratingChange: null } },
  });
  await expect.poll(() => sentKinds('webhook', north.player)).toEqual(['invited', 'invited', 'over']);
});

test('an invitation that expires unanswered notifies its sender, and a table that does not fill all who wait at it', async () => {
  const { south, north } = await twoMembers();
  const reserved = [{ side: 'north' as const, name: north.player.name }];
  const gameId = await south.create({ time: null }, 'south', { reserved });
  await expect.poll(() => pushesTo(north)).toEqual(['invited']);
  app.time.jump(8 * DAY_MS);
  await expect.poll(app.time.jumping(MINUTE_MS, () => pushesTo(south))).toEqual(['answered']);
  expect(sentTo('push', south.player.id).at(-1)).toMatchObject({
    title: 'Challenge not answered',
    body: `${north.player.name} didn't answer your challenge in time.`,
    path: `/game/${gameId}`,
  });
  app.time.jump(7 * DAY_MS);
  await expect.poll(app.time.jumping(MINUTE_MS, () => pushesTo(south))).toEqual(['answered', 'answered']);
  expect(sentTo('push', south.player.id).at(-1)).toMatchObject({
    title: 'Table closed',
    body: 'The table did not fill in time, so it is closed.',
  });
  expect(pushesTo(north)).toEqual(['invited']);
  await expect.poll(() => sentKinds('webhook', south.player)).toEqual(['answered', 'answered']);
  expect(await kindsOf(south)).toEqual(['answered', 'answered']);
});

test('the end of a rated game comes with the change of the rating', async () => {
  const { south, north } = await twoMembers();
  const { gameId } = await aGame(app.url).among(south, north).days(1).with({ rated: true }).started();
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
  await south.commandOrThrow(gameId, { type: 'resign' });
  await expect.poll(() => pushesTo(north).at(-1)).toBe('over');
  const change = sentTo('push', north.player.id).at(-1);
  expect(change?.notification.details).toMatchObject({ kind: 'over', ratingChange: expect.any(Number) });
  expect(change?.body).toMatch(/Your rating: \+\d+/);
});

test('a rated game that ends before both have moved is announced at once, without a change of the rating', async () => {
  const { south, north } = await twoMembers();
  const { gameId } = await aGame(app.url).among(south, north).days(1).with({ rated: true }).started();
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await north.commandOrThrow(gameId, { type: 'resign' });
  await expect.poll(() => pushesTo(south).at(-1)).toBe('over');
  const details = sentTo('push', south.player.id).at(-1)?.notification.details;
  expect(details).toMatchObject({ kind: 'over', outcome: 'won', ratingChange: null });
  await expect.poll(() => app.database.prisma.outbox.count({ where: { gameId } })).toBe(0);
});

test('a rated game whose rating never comes is announced after a minute', async () => {
  const { south, north } = await twoMembers();
  const { gameId } = await aGame(app.url).among(south, north).days(1).with({ rated: true }).started();
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
  const lost = { gameId, kind: 'correspondence', at: new Date() };
  await app.database.prisma.ratedGame.create({ data: lost }); // rated, and with no change of a rating
  await south.commandOrThrow(gameId, { type: 'resign' });
  await expect.poll(() => app.database.prisma.outbox.count({ where: { gameId } })).toBe(1);
  expect(pushesTo(north)).not.toContain('over');
  await expect.poll(app.time.advancing(1_000, () => pushesTo(north).at(-1))).toBe('over');
});

test('a game that is called off notifies the players who did not call it off', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  await expect.poll(() => pushesTo(south)).toEqual(['turn']);
  await south.commandOrThrow(gameId, { type: 'abort' });
  await expect.poll(() => pushesTo(north)).toEqual(['over']);
  expect(sentTo('push', north.player.id)[0]).toMatchObject({
    title: 'The game was called off',
    body: `Your game against ${south.player.name} was called off. It does not count.`,
    path: `/game/${gameId}`,
  });
  expect(pushesTo(south)).toEqual(['turn']);
  expect(await kindsOf(south)).toEqual(['turn (read)']);
});

test('a table that its host closes notifies those who wait at it, and outdates its invitations', async () => {
  const [host, guest, invited] = await members(3);
  if (host === undefined || guest === undefined || invited === undefined) throw new Error('a member is missing');
  const reserved = [{ side: 'east' as const, name: invited.player.name }];
  const gameId = await host.create({ setup: 'three', time: null }, 'south', { reserved });
  await expect.poll(() => pushesTo(invited)).toEqual(['invited']);
  await guest.commandOrThrow(gameId, { type: 'sit', side: null });
  await expect.poll(() => pushesTo(host)).toEqual(['joined']);
  await host.commandOrThrow(gameId, { type: 'leave' });
  await expect.poll(() => pushesTo(guest)).toEqual(['answered']);
  expect(sentTo('push', guest.player.id)[0]).toMatchObject({
    title: 'Table closed',
    body: `${host.player.name} closed the table.`,
  });
  await expect.poll(() => kindsOf(invited)).toEqual(['invited (read)']);
});

test('a player who leaves an open table is news for its host', async () => {
  const [host, guest] = await members(2);
  if (host === undefined || guest === undefined) throw new Error('a member is missing');
  const gameId = await host.create({ setup: 'three', time: null }, 'south');
  await guest.commandOrThrow(gameId, { type: 'sit', side: null });
  await expect.poll(() => pushesTo(host)).toEqual(['joined']);
  await guest.commandOrThrow(gameId, { type: 'leave' });
  await expect.poll(() => pushesTo(host)).toEqual(['joined', 'answered']);
  expect(sentTo('push', host.player.id).at(-1)).toMatchObject({
    title: 'A player left the table',
    body: `${guest.player.name} left your table. The seat is open again.`,
  });
});

test('the answer to an offer notifies the player who made it', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  await expect.poll(() => pushesTo(south)).toEqual(['turn']);
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => pushesTo(north)).toEqual(['turn']);
  await south.commandOrThrow(gameId, { type: 'offer', offer: 'draw' });
  await expect.poll(() => pushesTo(north)).toEqual(['turn', 'offer']);
  const offered = sentTo('push', north.player.id).at(-1)?.notification.details;
  if (offered?.kind !== 'offer' || offered.seq === undefined) throw new Error('the offer has no seq');
  await north.commandOrThrow(gameId, { type: 'refuse', offer: 'draw', seq: offered.seq });
  await expect.poll(() => pushesTo(south)).toEqual(['turn', 'offer']);
  expect(sentTo('push', south.player.id).at(-1)).toMatchObject({
    title: 'Draw declined',
    body: `${north.player.name} does not agree to a draw.`,
  });
});

test('the players of a table for four are notified of each other, of the start, and of one turn', async () => {
  const [south, west, north, east] = await members(4);
  if (south === undefined || west === undefined || north === undefined || east === undefined) return;
  const gameId = await south.create({ setup: 'four', time: null }, 'south');
  for (const person of [west, north, east]) await person.commandOrThrow(gameId, { type: 'sit', side: null });
  await expect.poll(() => pushesTo(south)).toEqual(['joined', 'joined', 'turn']);
  await expect.poll(() => pushesTo(west)).toEqual(['joined', 'started']);
  await expect.poll(() => pushesTo(north)).toEqual(['started']);
  await south.commandOrThrow(gameId, { type: 'resign' });
  await expect.poll(() => pushesTo(west)).toEqual(['joined', 'started', 'turn']);
  await north.commandOrThrow(gameId, { type: 'resign' }); // not on turn: West's turn is no news
  await east.commandOrThrow(gameId, { type: 'resign' });
  await expect.poll(() => pushesTo(west)).toEqual(['joined', 'started', 'turn', 'over']);
});

test('chat in a game by days notifies its other players, except those who have blocked the sender', async () => {
  const { south, north } = await twoMembers();
  const { gameId } = await aGame(app.url).among(south, north).days(1).started();
  await south.requestOrThrow('chat:say', { gameId, text: 'Good luck.' });
  await expect.poll(() => sentTo('push', north.player.id).map(({ body }) => body)).toEqual(['Good luck.']);
  await north.requestOrThrow('chat:block', { playerId: south.player.id, on: true });
  await south.requestOrThrow('chat:say', { gameId, text: 'Hello?' });
  await north.requestOrThrow('chat:say', { gameId, text: 'No.' });
  await expect.poll(() => pushesTo(south).at(-1)).toBe('chat');
  expect(pushesTo(north)).toEqual(['chat']);
});

test('a game that is visible on one of the devices makes no delivery, and showing it marks its notices as read', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  await expect.poll(() => pushesTo(south)).toEqual(['turn']);
  const phone = await connect(app.url, north.cookie);
  await phone.requestOrThrow('game:visible', { gameId, visible: true });
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => kindsOf(north)).toEqual(['turn (read)']);
  await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
  phone.close();
  await expect.poll(() => pushesTo(south).length).toBe(2);
  await south.commandOrThrow(gameId, move(3, 'd3', 'd2'));
  await expect.poll(() => pushesTo(north)).toEqual(['turn']);
  const counts: unknown[] = [];
  north.socket.on('notifications:changed', (changed) => counts.push(changed));
  await north.requestOrThrow('game:visible', { gameId, visible: true });
  await expect.poll(() => counts).toEqual([{ unread: 0, added: null }]);
  expect(await kindsOf(north)).toEqual(['turn (read)', 'turn (read)']);
});

test('a new notice reaches every page of its player at once, with the number of unread ones', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  const other = await connect(app.url, north.cookie);
  const received: unknown[] = [];
  for (const { socket } of [north, other]) socket.on('notifications:changed', (changed) => received.push(changed));
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  const expected = { unread: 1, added: expect.objectContaining({ gameId, readAt: null }) };
  await expect.poll(() => received).toEqual([expected, expected]);
  other.close();
});

test('a player who wants a kind neither in pages nor by push gets it by webhook only', async () => {
  const { south, north } = await twoMembers();
  const turn = { page: false, push: false, mail: false, webhook: true };
  const kinds = { ...DEFAULT_NOTIFICATION_CHOICES.kinds, turn };
  expect((await choose(north, { ...DEFAULT_NOTIFICATION_CHOICES, kinds })).status).toBe(200);
  const { gameId } = await aGame(app.url).among(south, north).days(1).started();
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => sentKinds('webhook', north.player)).toEqual(['turn']);
  expect([await kindsOf(north), pushesTo(north), (await pageOf(north)).unread]).toEqual([[], [], 0]);
});

test('a push of the quiet hours waits for their end, and an unknown time zone is rejected', async () => {
  const { gameId, south, north } = await aGame(app.url).days(2).started();
  const zone = { ...DEFAULT_NOTIFICATION_CHOICES, timeZone: 'Mars/Olympus' };
  expect((await choose(north, zone)).status).toBe(400);
  const minute = new Date(app.time.now()).getUTCHours() * 60;
  const quiet = { from: minute, to: (minute + 120) % 1440 };
  await choose(north, { ...DEFAULT_NOTIFICATION_CHOICES, quiet });
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => kindsOf(north)).toEqual(['turn']);
  app.time.jump(HOUR_MS / 2);
  expect(pushesTo(north)).toEqual([]);
  app.time.jump(2 * HOUR_MS);
  await expect.poll(app.time.advancing(1_000, () => pushesTo(north))).toEqual(['turn']);
});

test('a player is notified when a quarter of the time is left, and one hour, once per move', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  const seq = await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => pushesTo(north)).toEqual(['turn']);
  const left = (person: Person) =>
    sentTo('push', person.player.id).flatMap(({ notification: { details } }) =>
      details.kind === 'time-short' ? [details.left] : [],
    );
  app.time.jump(17 * HOUR_MS);
  app.time.jump(1.5 * HOUR_MS);
  await expect.poll(app.time.advancing(1_000, () => left(north))).toEqual(['quarter']);
  app.time.jump(4.7 * HOUR_MS);
  await expect.poll(app.time.advancing(1_000, () => left(north))).toEqual(['quarter', 'hour']);
  await markAgain(gameId, seq);
  expect(await kindsOf(north)).toEqual(['time-short', 'time-short', 'turn']);
  await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
  await expect.poll(() => pushesTo(south).at(-1)).toBe('turn');
  expect([left(north), left(south)]).toEqual([['quarter', 'hour'], []]);
  expect(await kindsOf(north)).toEqual(['time-short (read)', 'time-short (read)', 'turn (read)']);
});

test('moves of a game with a clock create nothing, nor its end for players who are there', async () => {
  const { gameId, south, north } = await aGame(app.url).clock('5+3').started();
  await south.requestOrThrow('game:watch', { gameId, after: 0 });
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
  north.close();
  await south.commandOrThrow(gameId, { type: 'resign' });
  await expect.poll(() => pushesTo(north)).toEqual(['over']);
  expect(pushesTo(south)).toEqual([]);
  expect(await notificationsOf(gameId)).toEqual(['over', 'started']);
});

const notificationsOf = async (gameId: GameId) =>
  (await app.database.prisma.notification.findMany({ where: { gameId } })).map(({ kind }) => kind).sort();

test('a change of the account and a sign-in from a new browser notify its owner', async () => {
  const { cookie, player } = await becomeMember(app.url);
  const body = { name: 'A program', scopes: ['read'] };
  await request(app.url, '/api/account/tokens', { cookie, body });
  await expect.poll(() => kindsOf({ cookie })).toEqual(['security']);
  const again = { login: player.name, password: 'a long enough password' };
  await request(app.url, '/api/account/sign-in', { body: again });
  await expect.poll(() => kindsOf({ cookie })).toEqual(['security', 'security']);
  const { notifications } = await pageOf({ cookie });
  expect(notifications.map(({ details }) => details.kind === 'security' && details.change)).toEqual([
    'sign-in',
    'token',
  ]);
});

test('a new follower is news once', async () => {
  const { south, north } = await twoMembers();
  const path = `/api/following/${north.player.name}`;
  const follow = (method: string) => request(app.url, path, { method, cookie: south.cookie });
  const [first, , second] = [await follow('PUT'), await follow('DELETE'), await follow('PUT')];
  expect([first.status, second.status]).toEqual([200, 200]);
  await expect.poll(() => kindsOf(north)).toEqual(['follower']);
  expect(pushesTo(north)).toEqual([]);
});

test('a test message comes by the chosen channel at once', async () => {
  const { cookie, player } = await becomeMember(app.url);
  const body = { channel: 'push' };
  expect((await request(app.url, '/api/me/notifications/test', { cookie, body })).status).toBe(200);
  expect(sentTo('push', player.id).map(({ title }) => title)).toEqual(['It works']);
});
