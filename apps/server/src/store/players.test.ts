import { PlayerId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { guestPlayer } from '../accounts/guests.ts';
import { nameKey } from '../accounts/names.ts';
import { useDatabase } from '../testing/app.ts';
import { createModerationStore } from './moderation.ts';
import { createPlayerStore } from './players.ts';

const database = useDatabase();

const players = () => createPlayerStore(database.prisma);
const guest = (id: string) => guestPlayer(PlayerId.parse(id));

async function accounts(...names: string[]): Promise<void> {
  const createdAt = new Date();
  const ids = names.map((name) => ({ id: `player-of-${name}`, name }));
  await database.prisma.player.createMany({
    data: ids.map(({ id, name }) => ({ id, name, nameKey: nameKey(name), createdAt })),
  });
  await database.prisma.user.createMany({
    data: ids.map(({ id, name }) => ({
      id: `user-of-${id}`,
      playerId: id,
      name,
      email: `${id}@example.org`,
      createdAt,
      updatedAt: createdAt,
    })),
  });
}

test.each(['%', '_', '%25', '\\', 'Guest-%', 'Guest-_____', 'guest-\\', "'", ''])(
  'the name %j matches no player: names are compared, not used as patterns',
  async (name) => {
    await players().add(guest('00000000000000000000'));
    expect(await players().byName(name)).toBeUndefined();
  },
);

test('a guest is found by name in any case, and not at all if two share it', async () => {
  const one = guest('11111111111111111111');
  await players().add(one);
  expect(await players().byName(one.name.toUpperCase())).toEqual(one);
  await players().add({ ...one, id: PlayerId.parse('22222222222222222222') });
  expect(await players().byName(one.name)).toBeUndefined();
});

const newGuest = (letter: string, name: string) => ({ id: PlayerId.parse(letter.repeat(22)), name });

test('concurrent new guests of one name get numbers, keep them, and are found by them in any case', async () => {
  const store = players();
  const same = ['a', 'b', 'c', 'd'].map((letter) => newGuest(letter, 'Amber-Otter'));
  const added = await Promise.all(same.map((each) => store.add(each)));
  const names = added.map(({ name }) => name);
  expect(new Set(names).size).toBe(4);
  expect(names.filter((name) => name === 'Amber-Otter')).toHaveLength(1);
  for (const name of names) expect(name).toMatch(/^Amber-Otter(-[1-9]\d{0,2})?$/);
  for (const player of added) {
    expect(await store.add({ ...player, name: 'Amber-Otter' })).toEqual(player);
    expect(await store.guest(player.id)).toEqual(player);
    expect(await store.byName(player.name.toLowerCase().replace('-', ' '))).toEqual(player);
  }
  expect(await store.isTaken('Amber-Otter')).toBe(true);
});

test('an older account whose name looks like a guest’s keeps it', async () => {
  await accounts('sllver-heron');
  const guest = await players().add(newGuest('e', 'Silver-Heron'));
  expect(guest.name).toMatch(/^Silver-Heron-[1-9]\d{0,2}$/);
  expect((await players().byName('silver-heron'))?.name).toBe('sllver-heron');
});

test('an older guest keeps the stored name, and a guest with an unfinished sign-up is not named like the account', async () => {
  const was = { ...newGuest('f', 'Guest-k7m2qx9a1b') };
  await database.prisma.player.create({ data: { ...was, createdAt: new Date() } });
  expect(await players().guest(was.id)).toEqual(was);
  const { id } = newGuest('g', '');
  await database.prisma.player.create({ data: { id, name: 'Mira', nameKey: 'mlra', createdAt: new Date() } });
  expect(await players().guest(id)).toMatchObject({ name: expect.stringMatching(/^Guest-/) });
});

test('the moderator role goes to the account of exactly that name, not to a similar one', async () => {
  await accounts('Al_Smith', 'AlXSmith', 'Bo-Jones');
  const moderation = createModerationStore(database.connection);
  expect(await moderation.setAdmin('al_smith', true, 0)).toBe(true);
  for (const name of ['%', 'Al%', 'Bo_Jones', 'B0-Jones', 'Al\\_Smith'])
    expect(await moderation.setAdmin(name, true, 0), name).toBe(false);
  const admins = await database.prisma.player.findMany({ where: { role: 'admin' }, select: { name: true } });
  expect(admins).toEqual([{ name: 'Al_Smith' }]);
  expect(await moderation.setAdmin('Al_Smith', false, 0)).toBe(true);
});

test('looking up any name uses an index', async () => {
  await database.prisma.$executeRaw`
    insert into player (id, name, name_key, created_at)
    select 'crowd-' || n, 'Crowd-' || n, case when n % 2 = 0 then 'crowd-' || n end, now()
    from generate_series(1, 20000) as n`;
  await database.prisma.$executeRaw`analyze player`;
  const plans = await Promise.all([
    database.prisma.$queryRaw`explain select * from player where name_key = ${'crowd-2'} and closed_at is null`,
    database.prisma.$queryRaw`explain select * from player where name = ${'Guest-abcde'} and name_key is null limit 2`,
  ]);
  for (const plan of plans) {
    expect(JSON.stringify(plan)).toContain('Index Scan');
    expect(JSON.stringify(plan)).not.toContain('Seq Scan');
  }
});
