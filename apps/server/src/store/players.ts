import { computerPlayer, computerStrength, Player, strengthNamed } from '@terrace/protocol';
import { guestNamed } from '../accounts/guests.ts';
import { nameKey } from '../accounts/names.ts';
import type { PlayerStore } from '../game/store.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './client.ts';

/** Players in Postgres, by id and name. */
export const createPlayerStore = (prisma: PrismaClient): PlayerStore => ({
  async add({ id, name }) {
    const data = { id, name, createdAt: new Date() };
    await runQuery(() => prisma.player.createMany({ data, skipDuplicates: true }));
  },

  async hasAccount(id) {
    const where = { id, OR: [{ user: { isNot: null } }, { closedAt: { not: null } }] };
    return (await runQuery(() => prisma.player.count({ where }))) > 0;
  },

  async byName(name) {
    const strength = strengthNamed(name);
    if (strength !== undefined) return computerPlayer(strength, 1);
    const account = await runQuery(() =>
      prisma.player.findFirst({ where: { nameKey: nameKey(name), closedAt: null } }),
    );
    if (account !== null) return Player.parse(account);
    const stored = guestNamed(name);
    if (stored === undefined) return undefined;
    const where = { name: stored, nameKey: null };
    const [guest, namesake] = await runQuery(() => prisma.player.findMany({ where, take: 2 }));
    return guest === undefined || namesake !== undefined ? undefined : Player.parse(guest);
  },
});

/** The names players have now, by id. Logs and rows may hold earlier ones. Of computers nothing is stored. */
export async function currentNames(prisma: PrismaClient, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const where = { id: { in: [...new Set(ids)] } };
  const rows = await runQuery(() => prisma.player.findMany({ where, select: { id: true, name: true } }));
  const computers = ids.flatMap((id) => {
    const strength = computerStrength(id);
    return strength === undefined ? [] : [{ id, name: computerPlayer(strength, 1).name }];
  });
  return new Map([...rows, ...computers].map(({ id, name }) => [id, name]));
}
