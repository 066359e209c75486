import { MINUTE_MS } from '@terrace/protocol';
import { aGame, type Person } from '@terrace/testing/games';
import { memberAt } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { createModerationStore } from '../store/moderation.ts';
import { useTestApp } from '../testing/app.ts';

const app = useTestApp();
const { time, database } = app;

const twoMembers = async () => [await memberAt(app.url), await memberAt(app.url)] as const;
const suspend = ({ player: { id } }: Person) =>
  createModerationStore(database.connection).sanction(
    id,
    id,
    { kind: 'suspend', reason: 'Plays by a machine.', until: null },
    time.now(),
  );

test('a suspended host cannot begin a game', async () => {
  const [host, guest] = await twoMembers();
  const gameId = await host.create({ starts: 'host', time: null }, 'south');
  await guest.commandOrThrow(gameId, { type: 'sit', side: null });
  await suspend(host);
  expect(await host.command(gameId, { type: 'start' })).toMatchObject({ ok: false, refusal: { code: 'suspended' } });
});

test('tables of a suspended player close within a minute if the server ended before it could close them', async () => {
  const [south, north] = await twoMembers();
  const hosted = await south.create({ time: null }, 'south');
  const joined = await north.create({ setup: 'three', time: null }, 'south');
  await south.commandOrThrow(joined, { type: 'sit', side: null });
  // Only stored, as by a process that ended right afterwards.
  await suspend(south);
  const states = async () => {
    const rows = await database.prisma.game.findMany({ where: { id: { in: [hosted, joined] } } });
    return rows.map(({ id, status, players }) => [id === hosted ? 'hosted' : 'joined', status, players.length]).sort();
  };
  await expect.poll(time.jumping(MINUTE_MS, states)).toEqual([
    ['hosted', 'closed', 1],
    ['joined', 'open', 1],
  ]);
});

test('a block that a server stored before it ended separates the two within a minute', async () => {
  const [host, guest] = await twoMembers();
  const { gameId } = await aGame(app.url).of(3).among(host).open();
  await guest.commandOrThrow(gameId, { type: 'sit', side: null });
  await database.prisma.block.create({ data: { by: guest.player.id, other: host.player.id } });
  const seated = async () => (await database.prisma.game.findUniqueOrThrow({ where: { id: gameId } })).players;
  await expect.poll(time.jumping(MINUTE_MS, seated)).toEqual([host.player.id]);
});
