import { randomInt } from 'node:crypto';
import {
  computerPlayer,
  computerStrength,
  numberedGuestName,
  Player,
  readGuestName,
  strengthFromName,
} from '@terrace/protocol';
import { earlierGuestName } from '../accounts/guests.ts';
import { nameKey } from '../accounts/names.ts';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { Queries } from './client.ts';

const MAX_NUMBERS_TRIED = 20;

/** The stored form of a typed guest name; undefined if no guest can have it. */
const guestNamed = (text: string): string | undefined =>
  /^guest-[0-9a-z]+$/i.test(text) ? `Guest-${text.slice('Guest-'.length).toLowerCase()}` : readGuestName(text);

function* namesFor({ id, name }: Player): Generator<string> {
  yield name;
  if (readGuestName(name) === undefined) return;
  for (let tries = 0; tries < MAX_NUMBERS_TRIED; tries += 1) yield numberedGuestName(name, randomInt(2 ** 32));
  yield earlierGuestName(id);
}

type Row = { readonly id: string; readonly name: string; readonly isBot: boolean };

export const toPlayer = ({ id, name, isBot }: Row): Player => Player.parse({ id, name, ...(isBot && { bot: true }) });

export const createPlayerStore = (prisma: Queries): PlayerStore => ({
  async add(player) {
    const { id } = player;
    const stored = () => prisma.player.findUnique({ where: { id }, select: { id: true, name: true, isBot: true } });
    const known = await stored();
    if (known !== null) return toPlayer(known);
    for (const name of namesFor(player)) {
      // The unique column decides between two guests of one name. An older account may also look like the name.
      const own = readGuestName(name) === undefined ? null : name;
      const added = await prisma.$executeRaw`
        insert into player (id, name, guest_name, created_at)
        select ${id}, ${name}, ${own}, now()
        where ${own}::text is null or not exists (select from player where name_key = ${nameKey(name)})
        on conflict do nothing`;
      if (added === 1) return { id, name };
      const meanwhile = await stored();
      if (meanwhile !== null) return toPlayer(meanwhile);
    }
    throw new Error(`no name for ${id}`);
  },

  async guest(id) {
    const row = await prisma.player.findUnique({ where: { id }, include: { user: { select: { id: true } } } });
    if (row === null) return undefined;
    if (row.user !== null || row.closedAt !== null) return 'account';
    // A name key without an account is left over from a sign-up: the name is not theirs.
    return { id, name: row.guestName ?? (row.nameKey === null ? row.name : earlierGuestName(id)) };
  },

  async isTaken(name) {
    const where = { OR: [{ guestName: name }, { nameKey: nameKey(name) }] };
    return (await prisma.player.findFirst({ where, select: { id: true } })) !== null;
  },

  async hasAccount(id) {
    const where = { id, OR: [{ user: { isNot: null } }, { closedAt: { not: null } }] };
    return (await prisma.player.count({ where })) > 0;
  },

  async isBot(id) {
    return (await prisma.player.count({ where: { id, isBot: true } })) > 0;
  },

  async setBot(id, isBot) {
    await prisma.player.updateMany({ where: { id, user: { isNot: null } }, data: { isBot } });
  },

  async bots(limit) {
    const where = { isBot: true, closedAt: null };
    const rows = await prisma.player.findMany({ where, orderBy: { name: 'asc' }, take: limit });
    return rows.map((row) => ({ player: toPlayer(row), joinedAt: row.createdAt.getTime() }));
  },

  async byName(name) {
    const strength = strengthFromName(name);
    if (strength !== undefined) return computerPlayer(strength, 1);
    const account = await prisma.player.findFirst({ where: { nameKey: nameKey(name), closedAt: null } });
    if (account !== null) return toPlayer(account);
    const stored = guestNamed(name);
    if (stored === undefined) return undefined;
    const where = { name: stored, nameKey: null };
    const [guest, namesake] = await prisma.player.findMany({ where, take: 2 });
    return guest === undefined || namesake !== undefined ? undefined : toPlayer(guest);
  },
});

/** Players by id as they are now. Logs and rows may contain earlier names. Computers have no rows. */
export async function currentPlayers(prisma: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, Player>> {
  const where = { id: { in: [...new Set(ids)] } };
  const rows = await prisma.player.findMany({ where, select: { id: true, name: true, isBot: true } });
  const computers = ids.flatMap((id) => {
    const strength = computerStrength(id);
    return strength === undefined ? [] : [{ id, name: computerPlayer(strength, 1).name, isBot: false }];
  });
  return new Map([...rows, ...computers].map((row) => [row.id, toPlayer(row)]));
}
