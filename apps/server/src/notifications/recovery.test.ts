import { HOUR_MS, MINUTE_MS, type Player } from '@terrace/protocol';
import { aGame } from '@terrace/testing/games';
import { memberAt, request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { startNode, useTwoNodesBehindProxy } from '../testing/app.ts';
import { recordingChannels, runFailedJobs } from './testing/channels.ts';

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

/** Makes the database as it would be had the node died between a commit and its causes. */
const forget = ({ player }: { player: Player }) => prisma().notification.deleteMany({ where: { playerId: player.id } });

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

test('the next server creates the causes that were lost between a commit and the end of the server, once', async () => {
  const { gameId, south, north } = await game();
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => pushesTo(north)).toEqual(['turn']);
  await forget(north);
  nodes.time.jump(2 * HOUR_MS); // the leader also derives everything again each hour
  await expect.poll(nodes.time.advancing(1_000, () => pushesTo(north))).toEqual(['turn', 'turn']);
  const restart = async () =>
    (await startNode(nodes.databaseUrl, { channels, scheduler: nodes.time.scheduler })).close();
  await restart();
  await restart();
  expect([pushesTo(north), pushesTo(south)]).toEqual([['turn', 'turn'], ['turn']]);
});

test('a message whose notification was lost is announced once by the leader', async () => {
  const { gameId, south, north } = await game();
  await south.requestOrThrow('chat:say', { gameId, text: 'Good luck!' });
  await expect.poll(() => pushesTo(north)).toEqual(['chat']);
  await forget(north);
  nodes.time.jump(2 * HOUR_MS);
  await expect.poll(nodes.time.advancing(1_000, () => pushesTo(north))).toEqual(['chat', 'chat']);
  nodes.time.jump(2 * HOUR_MS);
  const marker = await game();
  await forget(marker.south);
  nodes.time.jump(2 * HOUR_MS);
  await expect.poll(nodes.time.advancing(1_000, () => pushesTo(marker.south))).toEqual(['turn', 'turn']);
  expect(pushesTo(north)).toEqual(['chat', 'chat']);
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

test('a job that was lost between its row and the delivery is added again', async () => {
  const { gameId, south, north } = await game();
  failing.push = 1;
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => failing.push).toBe(0);
  await prisma().$executeRaw`delete from graphile_worker._private_jobs`;
  await expect.poll(nodes.time.jumping(20 * MINUTE_MS, () => pushesTo(north))).toEqual(['turn']);
});

test('a delivery that fails is repeated until it succeeds, and never afterwards', async () => {
  const { gameId, south, north } = await game();
  failing.push = 3;
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect
    .poll(async () => {
      await runFailedJobs(prisma());
      return pushesTo(north);
    })
    .toEqual(['turn']);
  await runFailedJobs(prisma());
  const jobsLeft = () => prisma().$queryRaw`select count(*)::int as jobs from graphile_worker._private_jobs`;
  await expect.poll(jobsLeft).toEqual([{ jobs: 0 }]);
  expect(pushesTo(north)).toEqual(['turn']);
});

test('a delivery whose turn has been played in the meantime is dropped', async () => {
  const { gameId, south, north } = await game();
  failing.push = 1;
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => failing.push).toBe(0);
  await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
  await expect.poll(() => pushesTo(south)).toEqual(['turn', 'turn']);
  await runFailedJobs(prisma());
  const pending = async () => prisma().notification.count({ where: { gameId, NOT: { pending: { equals: [] } } } });
  await expect.poll(pending).toBe(0);
  expect(pushesTo(north)).toEqual([]);
});

test('jobs of a worker that no longer runs go to the others', async () => {
  const { gameId, south, north } = await game();
  failing.push = 1;
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => failing.push).toBe(0);
  await prisma().$executeRaw`
    update graphile_worker._private_jobs
    set locked_by = 'pool-gone', locked_at = now() - interval '2 minutes', run_at = now() where attempts > 0`;
  await expect
    .poll(
      nodes.time.jumping(MINUTE_MS, () => pushesTo(north)),
      { timeout: 15_000 },
    )
    .toEqual(['turn']);
});
