import type { Player } from '@terrace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { createAccountStore } from '../store/accounts.ts';
import { openDatabase } from '../store/client.ts';
import { startTestApp } from '../testing/app.ts';
import { guestAt } from '../testing/client.ts';
import { becomeMember, newName } from '../testing/members.ts';
import { nameKey } from './names.ts';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.url, (fault) => {
    throw fault;
  });
});
afterAll(async () => {
  await database?.close();
  await fresh?.drop();
});

/** Two players of a live game, on a server that has stopped since; the first one has an account if that is said. */
async function leftBehind({ account }: { account: boolean }) {
  const app = await startTestApp(fresh.url);
  const [north, south] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
  const id = await south.create({}, 'south');
  await north.command(id, { type: 'sit', side: null });
  let { player } = north;
  if (account) {
    const member = await becomeMember(app.url, newName(), north.cookie);
    player = member.player;
  }
  await app.close();
  return { id, player };
}

/** Starts a server and stops it again, which waits for what the start has to make good. */
async function restart(): Promise<void> {
  await (await startTestApp(fresh.url)).close();
}

const written = async (id: string): Promise<string> =>
  JSON.stringify(await database.prisma.game.findUnique({ where: { id }, include: { events: true } }));

const accounts = () => createAccountStore(database.prisma);

test('an account that was made, but not yet named in its games, is named there at the next start', async () => {
  const { id, player } = await leftBehind({ account: false });
  const named: Player = { id: player.id, name: newName() };
  expect(await accounts().claimName(named, nameKey(named.name), Date.now())).toBe('claimed');
  const at = new Date();
  const user = { id: 'made', playerId: player.id, name: named.name, email: 'made@nowhere.invalid' };
  await database.prisma.user.create({ data: { ...user, createdAt: at, updatedAt: at } });
  expect(await written(id)).toContain(player.name);

  await restart();
  expect(await written(id)).not.toContain(player.name);
  expect(await written(id)).toContain(named.name);
  expect(await database.prisma.renaming.count()).toBe(0);
});

test('a name that was claimed, and no account came of, is written nowhere', async () => {
  const { id, player } = await leftBehind({ account: false });
  const claimed: Player = { id: player.id, name: newName() };
  await accounts().claimName(claimed, nameKey(claimed.name), Date.now());
  await restart();
  expect(await written(id)).toContain(player.name);
  expect(await written(id)).not.toContain(claimed.name);
});

test('an account that was deleted, but is still named in its games, is not any more after the next start', async () => {
  const { id, player } = await leftBehind({ account: true });
  expect(await written(id)).toContain(player.name);
  const row = await accounts().account(player.id);
  await accounts().close({ id: player.id, name: 'Deleted-abcde' }, row?.userId ?? '', Date.now());
  await restart();
  expect(await written(id)).not.toContain(player.name);
  expect(await written(id)).toContain('Deleted-abcde');
});
