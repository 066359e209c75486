import { connect } from '@terrace/testing/client';
import { absentSides, claimNorth, gameAcross, LONG_MS, stillHere } from '@terrace/testing/presence';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { serverProcess } from '../../../../tools/testing/server.ts';
import { startNode } from '../testing/app.ts';
import { createVirtualTime, type VirtualTime } from '../testing/time.ts';

const secret = 'a secret that nodes of a cluster share';

function runningTime(): VirtualTime {
  const time = createVirtualTime({ speed: 1 });
  onTestFinished(time.stop);
  return time;
}

/** A node counts as gone after a few seconds, or more on a busy machine. */
const SECONDS = { timeout: 30_000 };

test('players of a killed process are absent once its node is gone, except for those who have moved to another node', {
  timeout: 120_000,
}, async () => {
  const [databaseUrl, time] = [await databaseOfTest(), runningTime()];
  const node = await startNode(databaseUrl, { secret, scheduler: time.scheduler });
  const killed = serverProcess({ DATABASE_URL: databaseUrl, SESSION_SECRET: secret, REDIS_URL: inject('redisUrl') });
  const [left, moved] = [
    await gameAcross(node.url, await killed.address()),
    await gameAcross(node.url, await killed.address()),
  ];

  killed.kill('SIGKILL');
  await killed.ended;
  const again = await connect(node.url, moved.north.cookie);
  await again.request('game:watch', { gameId: moved.gameId, after: 0 });

  await expect.poll(() => absentSides(left.south, left.gameId), SECONDS).toEqual(['north']);
  expect(await left.south.command(left.gameId, claimNorth)).toMatchObject(stillHere);
  time.advance(LONG_MS);
  await expect.poll(() => left.south.command(left.gameId, claimNorth), SECONDS).toMatchObject({ ok: true });
  expect(await moved.south.command(moved.gameId, claimNorth)).toMatchObject(stillHere);
  expect(moved.heard.flatMap(({ away }) => away)).toEqual([]);

  for (const one of [left.south, left.north, moved.south, moved.north, again]) one.close();
  await node.close();
});
