import { expect, test } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { openDatabase } from './client.ts';

test('who is in the midst of asking when the database is closed gets every answer, also to what follows', async () => {
  const fresh = await freshDatabase();
  const { prisma, close } = openDatabase(fresh.url, (fault) => {
    throw fault;
  });
  const asking = (async () => {
    for (let n = 0; n < 5; n += 1) await prisma.$executeRaw`select pg_sleep(0.03)`;
  })();
  await Promise.all([close(), asking]);
  await expect(prisma.player.count()).rejects.toThrow('after calling end');
  await fresh.drop();
});
