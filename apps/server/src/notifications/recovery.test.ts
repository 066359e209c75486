import { DAY_MS, HOUR_MS, MINUTE_MS, type Player, SECOND_MS } from '@terrace/protocol';
import { aGame } from '@terrace/testing/games';
import { memberAt, request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useTwoNodesBehindProxy } from '../testing/app.ts';
import { recordingChannels } from './testing/channels.ts';

const { channels, failing, sentTo } = recordingChannels();
const nodes = useTwoNodesBehindProxy({ channels });
const prisma = () => nodes.database.prisma;

const move = (ply: number, from: string, to: string) => ({ type: 'move', ply, from, to }) as const;
const pushesTo = ({ player }: { player: Player }) =>
  sentTo('push', player.id).map(({ notification }) => notification.details.kind);
const game = async () => {
  const started = await aGame(nodes.here, nodes.there).days(1).started();
  await expect.poll(() => pushesTo(started.south)).toEqual(['turn']);
  return started;
};

test('moves on both nodes notify each player once, with and without Redis', async () => {
  const { gameId, south, north } = await game();
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => pushesTo(north)).toEqual(['turn']);
  await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
  await expect.poll(() => pushesTo(south)).toEqual(['turn', 'turn']);
  nodes.redis().disconnect();
  await south.commandOrThrow(gameId, move(3, 'd3', 'd2'));
  await expect.poll(() => pushesTo(north)).toEqual(['turn', 'turn']);
  nodes.redis().reconnect();
  const keys = await prisma().notification.groupBy({ by: ['playerId', 'key'], _count: true, where: { gameId } });
  expect(keys.map(({ _count }) => _count)).toEqual([1, 1, 1, 1]);
});

test('a commit whose server ends before its causes are derived is announced by another one, once', async () => {
  const { gameId, south, north } = await game();
  await prisma().$executeRaw`
    create function keep() returns trigger language plpgsql as $$ begin new.due_at = '2100-01-01'; return new; end $$`;
  await prisma().$executeRaw`create trigger keep before insert on outbox for each row execute function keep()`;
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await south.requestOrThrow('chat:say', { gameId, text: 'Good luck!' });
  await prisma().$executeRaw`drop function keep() cascade`;
  expect(await prisma().outbox.count({ where: { gameId } })).toBe(2);
  expect(pushesTo(north)).toEqual([]);
  await prisma().outbox.updateMany({ where: { gameId }, data: { dueAt: new Date(0) } });
  await expect.poll(() => pushesTo(north).toSorted()).toEqual(['chat', 'turn']);
  await expect.poll(() => prisma().outbox.count({ where: { gameId } })).toBe(0);
});

test('moves of a game with a clock write nothing into the outbox', async () => {
  const { gameId, south, north } = await aGame(nodes.here, nodes.there).clock('5+0').started();
  await expect.poll(() => prisma().outbox.count({ where: { gameId } })).toBe(0);
  await prisma().$executeRaw`
    create function forbid() returns trigger language plpgsql as $$ begin raise exception 'a row of the outbox'; end $$`;
  await prisma().$executeRaw`create trigger forbid before insert on outbox for each row execute function forbid()`;
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
  await prisma().$executeRaw`drop function forbid() cascade`;
});

test('a follow and its notification are stored together or not at all', async () => {
  const [fan, star] = [await memberAt(nodes.here), await memberAt(nodes.there)];
  const follow = async () =>
    (await request(nodes.here, `/api/following/${star.player.name}`, { method: 'PUT', cookie: fan.cookie })).status;
  const follows = () => prisma().follow.count({ where: { by: fan.player.id } });
  await prisma().$executeRaw`
    create function lose() returns trigger language plpgsql as $$ begin raise exception 'the server ends here'; end $$`;
  await prisma().$executeRaw`create trigger lose before insert on notification execute function lose()`;
  expect(await follow()).toBe(500);
  expect(await follows()).toBe(0);
  await prisma().$executeRaw`drop function lose() cascade`;
  expect(nodes.faults.take()).toHaveLength(1);
  expect(await follow()).toBe(200);
  const where = { playerId: star.player.id };
  expect([await follows(), await prisma().notification.count({ where })]).toEqual([1, 1]);
});

test('a delivery that fails is repeated until it succeeds, and never afterwards', async () => {
  const { gameId, south, north } = await game();
  failing.push = 3;
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(nodes.time.advancing(SECOND_MS, () => pushesTo(north))).toEqual(['turn']);
  const pending = () => prisma().notification.count({ where: { gameId, NOT: { pending: { equals: [] } } } });
  await expect.poll(pending).toBe(0);
  nodes.time.jump(HOUR_MS);
  expect(pushesTo(north)).toEqual(['turn']);
});

test('a delivery whose turn has been played in the meantime is dropped', async () => {
  const { gameId, south, north } = await game();
  failing.push = 1;
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => failing.push).toBe(0);
  await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
  await expect.poll(() => pushesTo(south)).toEqual(['turn', 'turn']);
  const pending = async () => prisma().notification.count({ where: { gameId, NOT: { pending: { equals: [] } } } });
  await expect.poll(nodes.time.advancing(SECOND_MS, pending)).toBe(0);
  expect(pushesTo(north)).toEqual([]);
});

test('a notification that a server was working on when it ended is delivered after its lease', async () => {
  const { gameId, south, north } = await game();
  failing.push = 1;
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => failing.push).toBe(0);
  const leased = { dueAt: new Date(nodes.time.now() + MINUTE_MS), attempts: 1 };
  await prisma().notification.updateMany({ where: { gameId, playerId: north.player.id }, data: leased });
  await expect.poll(nodes.time.advancing(SECOND_MS, () => pushesTo(north))).toEqual(['turn']);
});

test('a notification that cannot be read is given up, and does not hold up the others', async () => {
  const { gameId, south, north } = await game();
  const broken = { playerId: south.player.id, key: 'broken', kind: 'turn', at: new Date(0), details: {} };
  const pending = { pending: ['decide'], dueAt: new Date(0) };
  const sound = { ...broken, key: 'sound', kind: 'security', details: { kind: 'security', change: 'token' } };
  await prisma().notification.createMany({ data: [broken, sound].map((row) => ({ ...row, ...pending })) });
  const { id } = await prisma().notification.findFirstOrThrow({ where: { key: 'broken' } });
  // In the same claim, which is leased for half a minute.
  await expect
    .poll(async () => (await prisma().notification.findFirst({ where: { key: 'sound' } }))?.pending)
    .toEqual([]);
  await expect.poll(async () => (await prisma().notification.findUnique({ where: { id } }))?.pending).toEqual([]);
  expect(nodes.faults.take()).toHaveLength(1);
  await prisma().notification.delete({ where: { id } });
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => pushesTo(north)).toEqual(['turn']);
});

test('a commit that cannot be derived is tried again, and given up in the end', async () => {
  const { gameId } = await game();
  const at = new Date(nodes.time.now());
  const row = { gameId, after: 0, seq: 1, at, dueAt: at, attempts: 11 };
  await prisma().$executeRaw`update game_event set event = '{"type":"unknown"}' where game_id = ${gameId} and seq = 1`;
  await prisma().outbox.create({ data: row });
  await expect.poll(() => prisma().outbox.count({ where: { gameId } })).toBe(0);
  expect(nodes.faults.take().length).toBeGreaterThan(0);
  nodes.time.jump(DAY_MS);
});
