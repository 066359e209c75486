import { expect, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { HEALTH_PROBE_NODE } from '../game-service/games.ports.ts';
import { openDatabase } from './client.ts';
import { createHeartbeat } from './heartbeat.ts';

test('downtimes are the gaps between heartbeats of all nodes, also after old rows are deleted', async () => {
  const { prisma, close } = openDatabase(await databaseOfTest(), () => undefined);
  const heartbeat = createHeartbeat({ append: prisma, play: prisma, read: prisma });
  expect(await heartbeat.downtimes()).toEqual([]);
  await prisma.$executeRaw`
    insert into heartbeat (node, since, at) select node, now() - make_interval(mins => since), now() - make_interval(mins => at)
    from (values ('long gone', 600, 300), ('gone', 500, 120), ('overlaps', 130, 125), ('first', 90, 0), (${HEALTH_PROBE_NODE}, 900, 0))
      as rows (node, since, at)`;
  await heartbeat.saveHeartbeat('second');
  const names = await prisma.heartbeat.findMany({ select: { node: true }, orderBy: { node: 'asc' } });
  expect(names.map(({ node }) => node)).toEqual(['first', 'gone', HEALTH_PROBE_NODE, 'second']);
  const downtimes = await heartbeat.downtimes();
  for (const { sinceMs, untilMs } of downtimes) expect([sinceMs, untilMs].every(Number.isInteger)).toBe(true);
  const minutes = downtimes
    .map(({ sinceMs, untilMs }) => [sinceMs, untilMs].map((ms) => Math.floor(ms / 60_000)))
    .filter(([since, until]) => since !== until); // without the instants between heartbeats
  expect(minutes).toEqual([[120, 90]]);
  await close();
});
