/** Creates one of everything that can mention a player, and searches the database and the lists for the old name. */
import { DAY_MS, type GameId, type Player } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { memberAt, newName, PASSWORD, request, signUp } from '@terrace/testing/members';
import { readGame } from '@terrace/testing/play';
import { expect, test, vi } from 'vitest';
import { query, rowsContaining } from '../store/testing/compare.ts';
import { useTestApp } from '../testing/app.ts';

vi.setConfig({ testTimeout: 120_000 });

const app = useTestApp();
const { database, time } = app;

type Client = Awaited<ReturnType<typeof guestAt>>;

/** How often the server looks for renamings and retries. */
const POLL_EVERY_MS = 1_000;
const whileTimePasses = <T>(read: () => T) => expect.poll(time.advancing(POLL_EVERY_MS, read), { timeout: 60_000 });

const by = ({ cookie }: Client, path: string, body?: unknown, method?: string) =>
  request(app.url, path, { cookie, ...(body !== undefined && { body }), ...(method !== undefined && { method }) });

const textBy = ({ cookie }: Client, text: string) =>
  fetch(`${app.url}/api/command`, { method: 'POST', headers: { cookie, 'content-type': 'text/plain' }, body: text });

/** An account with games, tables, invitations and everything else that names it. `friend` follows the player. */
async function leaveTraces(player: Client, friend: Client) {
  const { name } = player.player;
  const { prisma } = database;
  const open = await player.create({}, 'south');
  const live = await aGame(app.url).among(player, friend).started();
  const over = await aGame(app.url).among(friend, player).started();
  await player.request('chat:say', { gameId: over.gameId, text: 'Hello.' });
  await player.command(over.gameId, { type: 'resign' });
  const slow = await aGame(app.url).days(2).among(player, friend).started();
  const inviting = await player.create({}, 'south', { reserved: [{ side: 'north', name: friend.player.name }] });
  const invited = await friend.create({}, 'south', { reserved: [{ side: 'north', name }] });
  const left = await friend.create({}, 'south');
  await player.command(left, { type: 'sit', side: null });
  const third = await guestAt(app.url);
  const seated = (await aGame(app.url).of(3).among(third).open()).gameId;
  await player.command(seated, { type: 'sit', side: null });
  await textBy(player, `challenge -short ${friend.player.name} ${third.player.name}`);
  await by(friend, `/api/following/${name}`, undefined, 'PUT');
  await by(player, `/api/following/${friend.player.name}`, undefined, 'PUT');
  const more = await memberAt(app.url);
  await player.request('chat:block', { playerId: more.player.id, on: true });
  await by(more, '/api/reports', { about: name, reason: 'other', text: 'Rude.', gameId: null });
  await by(player, '/api/me/vacation', { days: 1 });
  await by(player, '/api/account/tokens', { name: 'A program', scopes: ['read'] });
  const { id } = player.player;
  const at = new Date();
  await prisma.gameNote.create({ data: { gameId: live.gameId, playerId: id, text: 'A plan.', updatedAt: at } });
  await prisma.conditionalMoves.create({ data: { gameId: slow.gameId, playerId: id, moves: [] } });
  await prisma.notificationChoice.create({ data: { playerId: id, choices: {} } });
  await prisma.notificationMail.create({ data: { playerId: id } });
  await prisma.mailCommand.create({ data: { id: `mail-${id}`, playerId: id, at } });
  const push = { id: `push-${id}`, playerId: id, endpoint: `https://push.example/${id}`, p256dh: '', auth: '' };
  await prisma.pushSubscription.create({ data: { ...push, device: 'Firefox', createdAt: at } });
  await prisma.webhook.create({
    data: { id: `hook-${id}`, playerId: id, url: 'https://x.example', secret: '', createdAt: at, disabledAt: at },
  });
  const answer = { kind: 'mail-answer', player: id, key: 'k', isDone: true, text: 'sealed', gameId: open };
  await prisma.errand.create({ data: { task: answer, expiresAt: new Date(at.getTime() + DAY_MS) } });
  await prisma.rating.create({
    data: { playerId: id, kind: 'blitz', rating: 1500, deviation: 90, games: 1, updatedAt: at },
  });
  await prisma.sanction.create({ data: { playerId: id, kind: 'mute', reason: 'Rude.', by: id, at, until: at } });
  await prisma.auditEntry.create({ data: { at, by: id, action: 'grant', about: id, detail: {} } });
  return { open, inviting, invited, seated };
}

/** Tables that mention no player, or only by the rows that they belong to. */
const WITHOUT_PLAYERS = [
  ...['heartbeat', 'node_lock', 'notification_progress', 'outbox', 'renaming', 'review', 'server_key', 'verification'],
  // Their rows need more than one test: a rated game, a delivery, and addresses that proxies send.
  ...['rated_game', 'rating_change', 'seat_address', 'webhook_delivery'],
  'executed_command', // ids of mailed commands
  // Belong to the account, and are deleted with it.
  ...['account', 'session'],
];

async function expectEverythingNamed({ id }: Player): Promise<void> {
  const tables = await query<{ name: string }>(
    database.url,
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> '_prisma_migrations'`,
  );
  const found = await rowsContaining(database.url, id);
  const missing = tables.flatMap(({ name }) => (name in found || WITHOUT_PLAYERS.includes(name) ? [] : [name]));
  expect(missing, 'tables without a trace of the player: extend `leaveTraces`').toEqual([]);
}

/** What visitors see without an account: the first page, the live games and the API. */
async function publicText(): Promise<string> {
  const stranger = await guestAt(app.url);
  const lobby = await request(app.url, '/api/lobby', { cookie: stranger.cookie });
  const featured = await stranger.request('featured:watch', { filter: { seats: null, speed: null } });
  const online = await stranger.request('online:list', { search: '' });
  stranger.close();
  return JSON.stringify([lobby.body, featured, online]);
}

const statusOf = async (id: GameId) => (await readGame(app.url, id)).status;

async function expectForgotten({ id, name }: Player): Promise<void> {
  await whileTimePasses(() => database.prisma.renaming.count()).toBe(0);
  expect(await rowsContaining(database.url, name)).toEqual({});
  expect(await database.prisma.errand.count({ where: { task: { path: ['player'], equals: id } } })).toBe(0);
  expect(await publicText()).not.toContain(name);
}

test('the name of a deleted account is in no table and no list, and no one can join its tables', async () => {
  const [player, friend] = [await memberAt(app.url), await memberAt(app.url)];
  const games = await leaveTraces(player, friend);
  await expectEverythingNamed(player.player);
  await expect.poll(publicText, { timeout: 20_000 }).toContain(player.player.name);
  await by(player, '/api/account/deleted', { password: PASSWORD });
  await whileTimePasses(() => Promise.all([statusOf(games.open), statusOf(games.inviting)])).toEqual([
    'closed',
    'closed',
  ]);
  await expect.poll(publicText, { timeout: 20_000 }).not.toContain(player.player.name);
  await expectForgotten(player.player);
  for (const id of [games.invited, games.seated]) {
    const { seats } = await readGame(app.url, id);
    expect(seats.flatMap((seat) => [seat.player?.id, seat.reserved?.id])).not.toContain(player.player.id);
  }
});

test('the old name of a guest who signs up is in no table but their own, and in no list', async () => {
  const [player, friend] = [await guestAt(app.url), await memberAt(app.url)];
  await leaveTraces(player, friend);
  await signUp(app.url, newName(), player.cookie);
  await whileTimePasses(() => database.prisma.renaming.count()).toBe(0);
  // `guest_name` is kept so that no other guest gets the name.
  expect(await rowsContaining(database.url, player.player.name)).toEqual({ player: 1 });
  expect(await publicText()).not.toContain(player.player.name);
});

test('a suspended host leaves tables that have not begun', async () => {
  const [admin, host] = [await memberAt(app.url), await memberAt(app.url)];
  await database.prisma.player.update({ where: { id: admin.player.id }, data: { role: 'admin' } });
  const open = await host.create({}, 'south');
  const body = { about: host.player.name, kind: 'suspend', reason: 'Rude.', days: null };
  expect((await by(admin, '/api/moderation/sanctions', body)).status).toBe(200);
  await expect.poll(() => statusOf(open), { timeout: 20_000 }).toBe('closed');
});
