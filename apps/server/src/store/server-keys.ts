import type { ServerKeys } from '../push/push.ports.ts';
import type { Queries } from './client.ts';

/** Keys that all nodes share. Of several nodes that create one at the same time, the first wins. */
export const createServerKeyStore = (prisma: Queries): ServerKeys => ({
  async getOrCreate(name, create) {
    const known = await prisma.serverKey.findUnique({ where: { name } });
    if (known !== null) return known.value;
    const data = { name, value: create(), createdAt: new Date() };
    await prisma.serverKey.createMany({ data, skipDuplicates: true });
    return (await prisma.serverKey.findUniqueOrThrow({ where: { name } })).value;
  },
});
