import { MINUTE_MS, type Player } from '@terrace/protocol';
import { connect, guestAt } from '@terrace/testing/client';
import { becomeMember, memberAt, newName, PASSWORD, request, signUp } from '@terrace/testing/members';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { bySuite } from '../../../../tools/testing/suite.ts';
import type { RunningApp } from '../compose.ts';
import { createAccountStore } from '../store/accounts.ts';
import { rowsContaining } from '../store/testing/compare.ts';
import { lockRow } from '../store/testing/lock-row.ts';
import { startNode, useDatabase } from '../testing/app.ts';
import { copyGame } from '../testing/copy-game.ts';
import { createVirtualTime } from '../testing/time.ts';
import { nameKey } from './names.ts';

vi.setConfig({ testTimeout: 60_000 });

const MANY = bySuite(200, 600);

const SWEEP_EVERY_MS = 5_000;

/** How often the server retries renamings that found a row locked. */
const POLL_EVERY_MS = 1_000;

const database = useDatabase();
const time = createVirtualTime({ speed: 1 });
const apps: RunningApp[] = [];
const clients: { close(): void }[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  time.stop();
});

async function start(): Promise<RunningApp> {
  const app = await startNode(database.url, { scheduler: time.scheduler });
  apps.push(app);
  return app;
}

const leading = async (): Promise<RunningApp> => apps[0] ?? start();

async function stop(app: RunningApp): Promise<void> {
  apps.splice(apps.indexOf(app), 1);
  await app.close();
}

const accounts = () => createAccountStore(database.prisma);

const gamesWith = async ({ name }: Player): Promise<number> => {
  const [row] = await database.prisma.$queryRaw<{ n: number }[]>`
    select count(*)::int as n from game where seats::text like ${`%"${name}"%`}`;
  return row?.n ?? 0;
};

/** Advances time while waiting. After a batch, the server pauses as long as the batch took. */
const whileTimePasses = <T>(read: () => T) => expect.poll(time.advancing(POLL_EVERY_MS, read));

const expectGamesWith = (player: Player) => whileTimePasses(() => gamesWith(player));

async function expectGone({ id, name }: Player): Promise<void> {
  await whileTimePasses(() => database.prisma.renaming.count({ where: { playerId: id } })).toBe(0);
  expect(await rowsContaining(database.url, name)).toEqual({});
}

type Connected = Awaited<ReturnType<typeof guestAt>>;

function connected<C extends { close(): void }>(client: C): C {
  clients.push(client);
  return client;
}

async function withGames(app: RunningApp, member: Connected, copies: number) {
  const other = connected(await guestAt(app.url));
  const play = async () => {
    const id = await member.create({}, 'south');
    await other.command(id, { type: 'sit', side: 'north' });
    await member.command(id, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
    return id;
  };
  const id = await play();
  await member.request('chat:say', { gameId: id, text: 'Good luck to you.' });
  await other.command(id, { type: 'resign' });
  const live = await play();
  return { id, live, other, copies: await copyGame(database.url, id, copies) };
}

const remove = (app: RunningApp, { cookie }: { cookie: string }) =>
  request(app.url, '/api/account/deleted', { body: { password: PASSWORD }, cookie });

test('an account is deleted although the row of one of its games is locked, and all of its games are renamed later', async () => {
  const app = await leading();
  const member = connected(await memberAt(app.url));
  const { id, live, other, copies } = await withGames(app, member, MANY);
  const lock = await lockRow(database.url, 'game', copies[MANY / 2] ?? id);
  expect((await remove(app, member)).status).toBe(200);
  expect((await request(app.url, '/api/me', { cookie: member.cookie })).body).toMatchObject({ guest: true });

  await expectGamesWith(member.player).toBe(1);
  expect(await other.command(live, { type: 'move', ply: 2, from: 'e7', to: 'e6' })).toMatchObject({ ok: true });
  await lock.release();
  await expectGone(member.player);
});

test('a guest with many games signs up, plays on, and has one name everywhere', async () => {
  const app = await leading();
  const guest = connected(await guestAt(app.url));
  const { id, live, other, copies } = await withGames(app, guest, MANY);
  const lock = await lockRow(database.url, 'game', copies[MANY / 2] ?? id);
  const name = newName();
  const cookie = await signUp(app.url, name, guest.cookie);

  const member = connected(await connect(app.url, cookie));
  await expectGamesWith(guest.player).toBe(1);
  expect(await other.command(live, { type: 'move', ply: 2, from: 'e7', to: 'e6' })).toMatchObject({ ok: true });
  expect(await member.command(live, { type: 'move', ply: 3, from: 'd3', to: 'd4' })).toMatchObject({ ok: true });
  await lock.release();
  await expectGamesWith(guest.player).toBe(0);
  expect(await gamesWith({ id: guest.player.id, name })).toBe(MANY + 2);
});

test('an interrupted renaming continues after the next start where it stopped', async () => {
  const first = await leading();
  const member = connected(await memberAt(first.url));
  const { id, copies } = await withGames(first, member, MANY);
  const inOrder = [...copies].sort();
  const lock = await lockRow(database.url, 'game', inOrder[MANY / 2] ?? id);
  expect((await remove(first, member)).status).toBe(200);
  await expectGamesWith(member.player).toBe(1);
  await stop(first);
  const where = { playerId: member.player.id };
  const { doneUpTo } = await database.prisma.renaming.findUniqueOrThrow({ where });
  expect(inOrder.findIndex((game) => game > doneUpTo)).toBeGreaterThan(MANY / 4);

  await lock.release();
  await start();
  await expectGamesWith(member.player).toBe(0);
});

test('when the renaming node stops, another node continues', async () => {
  const leader = await leading();
  const other = await start();
  const member = connected(await memberAt(other.url));
  const { id, copies } = await withGames(other, member, MANY);
  const lock = await lockRow(database.url, 'game', copies[MANY / 2] ?? id);
  expect((await remove(other, member)).status).toBe(200);
  await expectGamesWith(member.player).toBe(1);
  await stop(leader);
  await lock.release();
  await expectGamesWith(member.player).toBe(0);
});

test('every node evicts the old name from games it has read', async () => {
  const nodes = [await leading(), apps[1] ?? (await start())] as const;
  const member = connected(await memberAt(nodes[1].url));
  const { id } = await withGames(nodes[1], member, 0);
  const read = async (node: RunningApp) => JSON.stringify((await request(node.url, `/api/games/${id}`)).body);
  for (const node of nodes) expect(await read(node)).toContain(member.player.name);
  expect((await remove(nodes[1], member)).status).toBe(200);
  for (const node of nodes) await whileTimePasses(() => read(node)).not.toContain(member.player.name);
});

test('an event and a message written with the old name by a late request are also renamed', async () => {
  const app = await leading();
  const member = connected(await memberAt(app.url));
  const { id, live } = await withGames(app, member, 0);
  expect((await remove(app, member)).status).toBe(200);
  await expectGamesWith(member.player).toBe(0);

  const { player } = member;
  const [late] = await copyGame(database.url, id, 1);
  await database.prisma.$executeRaw`
    update game set updated_at = ${new Date(time.now())}, seats = regexp_replace(seats::text, 'Deleted-[a-z0-9]+', ${player.name})::jsonb
    where id = ${late}`;
  await database.prisma.$executeRaw`
    update game_event set event = regexp_replace(event::text, 'Deleted-[a-z0-9]+', ${player.name})::jsonb
    where game_id = ${late}`;
  await database.prisma.$executeRaw`
    insert into chat_message (game_id, room, at, by_id, by_name, text)
    values (${live}, 'players', now(), ${player.id}, ${player.name}, 'Good-bye.')`;
  expect(await rowsContaining(database.url, player.name)).toMatchObject({ game: 1, game_event: 2, chat_message: 1 });
  await expectGone(player);
});

test('an account deleted during a renaming ends with its last name everywhere', async () => {
  const app = await leading();
  const guest = connected(await guestAt(app.url));
  const { id, copies } = await withGames(app, guest, MANY);
  const lock = await lockRow(database.url, 'game', copies[MANY / 2] ?? id);
  const name = newName();
  const cookie = await signUp(app.url, name, guest.cookie);
  await expectGamesWith(guest.player).toBe(1);
  expect((await remove(app, { cookie })).status).toBe(200);
  await expectGamesWith({ id: guest.player.id, name }).toBe(0);
  await lock.release();
  await expectGamesWith(guest.player).toBe(0);
});

test('a renaming continues within seconds although the clock jumped by an hour during one of its statements', async () => {
  const app = await leading();
  const member = connected(await memberAt(app.url));
  await withGames(app, member, 0);
  const message = await database.prisma.chatMessage.findFirstOrThrow({ where: { byId: member.player.id } });
  const lock = await lockRow(database.url, 'chat_message', message.id);
  expect((await remove(app, member)).status).toBe(200);
  await whileTimePasses(lock.waiting).toBe(1);
  time.jump(60 * MINUTE_MS);
  await lock.release();
  await expectGone(member.player);
});

test('an expired invitation no longer shows the old name of the invited player', async () => {
  const app = await leading();
  const host = connected(await guestAt(app.url));
  const member = await becomeMember(app.url);
  const id = await host.create({}, 'south', { reserved: [{ side: 'north', name: member.player.name }] });
  time.jump(15 * MINUTE_MS);
  const where = { gameId: id, event: { path: ['type'], equals: 'expired' } };
  await expect.poll(time.advancing(SWEEP_EVERY_MS, () => database.prisma.gameEvent.count({ where }))).toBe(1);
  expect((await remove(app, member)).status).toBe(200);
  await expectGone(member.player);
});

test('a seat taken over by a computer no longer shows the old name of its player', async () => {
  const app = await leading();
  const [host, other, third] = [
    connected(await guestAt(app.url)),
    connected(await guestAt(app.url)),
    connected(await guestAt(app.url)),
  ];
  const id = await host.create({ setup: 'three', substitute: 3 }, 'south');
  for (const each of [other, third]) await each.command(id, { type: 'sit', side: null });
  await host.command(id, { type: 'resign' });
  const read = async () => JSON.stringify((await request(app.url, `/api/games/${id}`)).body);
  expect(await read()).toContain('"replaced"');
  await signUp(app.url, newName(), host.cookie);
  await whileTimePasses(read).not.toContain(host.player.name);
});

test('a name claimed by a failed sign-up is written nowhere', async () => {
  const first = await leading();
  const guest = connected(await guestAt(first.url));
  const { id } = await withGames(first, guest, 0);
  const claimed: Player = { id: guest.player.id, name: newName() };
  await accounts().claimName(claimed, nameKey(claimed.name), Date.now());
  for (const node of [...apps]) await stop(node);
  const app = await start();
  const member = await becomeMember(app.url); // a later renaming, so that both had time to finish
  await whileTimePasses(() => rowsContaining(database.url, member.player.name)).toMatchObject({ user: 1 });
  expect(JSON.stringify((await request(app.url, `/api/games/${id}`)).body)).toContain(guest.player.name);
  expect(await gamesWith(claimed)).toBe(0);
});
