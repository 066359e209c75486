import { type GameId, PlayerLobby, type Seek } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { serverProcess } from '../../../../tools/testing/server.ts';
import { startNode } from '../testing/app.ts';

const time = { kind: 'clock', initialMs: 300_000, incrementMs: 3_000 } as const;
const three: Seek = { setup: 'three', time, rated: false };
const short: Seek = { setup: 'short', time, rated: false };

async function seekerAt(url: string, seek: Seek) {
  const guest = await guestAt(url);
  const games: GameId[] = [];
  guest.socket.on('pairing:paired', ({ gameId }) => games.push(gameId));
  await guest.request('pairing:join', seek);
  onTestFinished(guest.close);
  return games;
}

async function waitingAt(url: string, seek: Seek): Promise<number> {
  const { view } = PlayerLobby.parse(await (await fetch(`${url}/api/lobby`)).json());
  return view.seekers.filter((each) => each.seek.setup === seek.setup).length;
}

test("when the leader's process is killed while players wait, the next leader pairs them, and the killed node's players stop waiting", {
  timeout: 90_000,
}, async () => {
  const databaseUrl = await databaseOfTest();
  const leader = serverProcess({
    DATABASE_URL: databaseUrl,
    REDIS_URL: inject('redisUrl'),
    SESSION_SECRET: 'a secret for tests only, of thirty-two letters',
  });
  const url = await leader.address();
  const [here, there] = [await startNode(databaseUrl), await startNode(databaseUrl)];
  await seekerAt(url, short);
  const [one, other] = [await seekerAt(here.url, three), await seekerAt(there.url, three)];
  await expect.poll(() => waitingAt(there.url, three)).toBe(2);
  await expect.poll(() => waitingAt(there.url, short)).toBe(1);
  leader.kill('SIGKILL');
  await leader.ended;
  const third = await seekerAt(here.url, three);
  await expect.poll(() => [one, other, third].map((games) => games.length)).toEqual([1, 1, 1]);
  await expect.poll(() => waitingAt(there.url, short)).toBe(0);
  await Promise.all([here.close(), there.close()]);
});
