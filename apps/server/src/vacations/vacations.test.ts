import { deadlineAt, fold } from '@terrace/game';
import { DAY_MS, type GameId, GameLog, HOUR_MS, PlayerProfile, SECOND_MS, VacationView } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { memberAt, request } from '@terrace/testing/members';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { RunningApp } from '../compose.ts';
import { lockRow } from '../store/testing/lock-row.ts';
import { lockTables } from '../store/testing/lock-tables.ts';
import { createVacationStore } from '../store/vacations.ts';
import { startNode, useDatabase } from '../testing/app.ts';
import { copyGame } from '../testing/copy-game.ts';
import { createVirtualTime } from '../testing/time.ts';

vi.setConfig({ testTimeout: 60_000 });

const database = useDatabase();
const time = createVirtualTime({ speed: 1 });
const apps: RunningApp[] = [];
const clients: { close(): void }[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await Promise.all(apps.splice(0).map((app) => app.close()));
});
afterAll(() => time.stop());

async function start(): Promise<RunningApp> {
  const app = await startNode(database.url, { scheduler: time.scheduler });
  apps.push(app);
  return app;
}

type Member = Awaited<ReturnType<typeof memberAt>>;
const DAYS = { kind: 'days', perMoveMs: DAY_MS } as const;

async function member(app: RunningApp): Promise<Member> {
  const one = await memberAt(app.url);
  clients.push(one);
  return one;
}

/** A game by days in which the member is to move, after both have moved. */
async function gameOf(app: RunningApp, south: Member, settings: object = { time: DAYS }): Promise<GameId> {
  const north = await guestAt(app.url);
  clients.push(north);
  const gameId = await south.create(settings, 'south');
  await north.command(gameId, { type: 'sit', side: null });
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await north.command(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  return gameId;
}

const read = async ({ url }: RunningApp, gameId: GameId) => {
  const { events } = GameLog.parse((await request(url, `/api/games/${gameId}`)).body);
  const state = fold(null, events);
  if (state === null) throw new Error('the game has no events');
  return { events, state };
};
const vacationIn = async (app: RunningApp, gameId: GameId) => (await read(app, gameId)).state.vacations?.south;

const begin = ({ url }: RunningApp, { cookie }: Member, days: number) =>
  request(url, '/api/me/vacation', { cookie, body: { days } });
const end = ({ url }: RunningApp, { cookie }: Member) => request(url, '/api/me/vacation', { cookie, method: 'DELETE' });
const viewOf = (reply: { body: unknown }) => VacationView.parse(reply.body);

const whileTimePasses = <T>(look: () => T) => expect.poll(time.advancing(1_000, look), { timeout: 20_000 });

test('a vacation reaches all slow games, ones that begin during it, the profile, and the deadline in the database', async () => {
  const app = await start();
  const south = await member(app);
  const [days, untimed, quick] = [
    await gameOf(app, south),
    await gameOf(app, south, { time: null }),
    await gameOf(app, south, {}),
  ];
  const { vacation, daysLeft } = viewOf(await begin(app, south, 7));
  expect(daysLeft).toBe(23);
  await whileTimePasses(() => vacationIn(app, days)).toEqual(vacation);
  await whileTimePasses(() => vacationIn(app, untimed)).toEqual(vacation);
  const later = await gameOf(app, south);
  await whileTimePasses(() => vacationIn(app, later)).toEqual(vacation);
  expect(await vacationIn(app, quick)).toBeUndefined();

  const { state } = await read(app, later);
  const row = await database.prisma.game.findUniqueOrThrow({ where: { id: later } });
  expect(row.deadlineAt?.getTime()).toBe(deadlineAt(state));
  expect(deadlineAt(state)).toBe((vacation?.until ?? 0) + DAY_MS);
  const profile = await request(app.url, `/api/players/${south.player.name}`);
  expect(PlayerProfile.parse(profile.body).vacationUntil).toBe(vacation?.until);

  const ended = viewOf(await end(app, south));
  expect(ended.vacation).toBeNull();
  expect(ended.daysLeft).toBe(29);
  await whileTimePasses(async () => ((await vacationIn(app, days))?.until ?? 0) < (vacation?.until ?? 0)).toBe(true);
});

test('a vacation does not save a game whose time is already over', async () => {
  const app = await start();
  const south = await member(app);
  const gameId = await gameOf(app, south);
  await app.close();
  apps.splice(0);
  time.jump(DAY_MS + HOUR_MS);
  // The vacation is stored before any node has flagged the game.
  const at = time.scheduler.now();
  await createVacationStore(database.prisma).change(south.player.id, 0, () => ({
    ok: true,
    value: { since: at, until: at + DAY_MS },
  }));
  const next = await start();
  await whileTimePasses(async () => (await read(next, gameId)).state.result).toMatchObject({ by: 'time' });
});

test('while the database is too busy to say whether a player is on vacation, they do not lose on time', async () => {
  const app = await start();
  const south = await member(app);
  const gameId = await gameOf(app, south);
  const { state } = await read(app, gameId);
  const until = deadlineAt(state) ?? Number.NaN;
  const vacation = { since: until - SECOND_MS, until: until + DAY_MS };
  const { since } = vacation;
  // Stored, but in no game yet; `written` keeps the leader from writing it first.
  const row = { playerId: south.player.id, since: new Date(since), until: new Date(vacation.until), written: true };
  await database.prisma.vacation.create({ data: row });
  const lock = await lockTables(database.url, 'vacation');
  time.jump(until + SECOND_MS - time.scheduler.now());
  await expect.poll(() => lock.waiting('play')).toBeGreaterThan(0);
  const [look] = await lock.waiters('play');
  await expect.poll(() => lock.waiters('play')).not.toContain(look); // the statement has timed out
  expect((await read(app, gameId)).state.status).toBe('live');
  await lock.release();
  await whileTimePasses(() => vacationIn(app, gameId)).toEqual(vacation);
  expect((await read(app, gameId)).state.status).toBe('live');
});

test('refusals name the days left, the present vacation, and the missing account', async () => {
  const app = await start();
  const south = await member(app);
  const refusalOf = async (reply: Promise<{ body: unknown }>) => (await reply).body;
  const guest = await guestAt(app.url);
  clients.push(guest);
  expect(
    await refusalOf(request(app.url, '/api/me/vacation', { cookie: guest.cookie, body: { days: 3 } })),
  ).toMatchObject({
    refusal: { code: 'needs-account' },
  });
  expect(await refusalOf(end(app, south))).toMatchObject({ refusal: { code: 'not-on-vacation' } });
  const { vacation } = viewOf(await begin(app, south, 20));
  expect(await refusalOf(begin(app, south, 1))).toMatchObject({
    refusal: { code: 'on-vacation', until: vacation?.until },
  });
});

test('two requests at once begin one vacation', async () => {
  const app = await start();
  const south = await member(app);
  const replies = await Promise.all([begin(app, south, 20), begin(app, south, 20), begin(app, south, 5)]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await database.prisma.vacation.count({ where: { playerId: south.player.id } })).toBe(1);
});

test('a node that takes over writes the rest of a vacation, once per game', async () => {
  const first = await start();
  const second = await start();
  const south = await member(second);
  const gameId = await gameOf(second, south);
  const copies = await copyGame(database.url, gameId, 20);
  // The most urgent game is written first, so the locked one does not delay it.
  await database.prisma.$executeRaw`
    update game set deadline_at = deadline_at + interval '1 hour' where id = any(${copies}::text[])`;
  const lock = await lockRow(database.url, 'game', copies[10] ?? gameId);
  const { vacation } = viewOf(await begin(second, south, 7));
  await whileTimePasses(() => vacationIn(second, gameId)).toEqual(vacation);
  await lock.release();
  apps.splice(apps.indexOf(first), 1);
  await first.close();
  for (const id of [gameId, ...copies]) {
    await whileTimePasses(() => vacationIn(second, id)).toEqual(vacation);
    const { events } = await read(second, id);
    expect(events.filter(({ event }) => event.type === 'vacation-began')).toHaveLength(1);
  }
  await whileTimePasses(() => database.prisma.vacation.count({ where: { written: false } })).toBe(0);
});
