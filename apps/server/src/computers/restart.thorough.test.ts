import { currentPosition } from '@terrace/game';
import { connect, guestAt } from '@terrace/testing/client';
import { playWith, readGame } from '@terrace/testing/play';
import { expect, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { serverProcess } from '../../../../tools/testing/server.ts';

const GOAL_MS = 3_000;

const SECRET = 'a secret that both runs of the server share';

test('after the server is killed, every computer moves within three seconds of the restart', {
  timeout: 120_000,
}, async () => {
  const databaseUrl = await databaseOfTest();
  const start = () => serverProcess({ DATABASE_URL: databaseUrl, SESSION_SECRET: SECRET });
  let server = start();
  const url = await server.address();
  const games = await Promise.all(
    Array.from({ length: 8 }, async (_, i) => {
      const person = await guestAt(url);
      const time = i % 2 === 0 ? null : ({ kind: 'clock', initialMs: 600_000, incrementMs: 0 } as const);
      const computers = [{ side: 'south', strength: 8 } as const];
      return { person, id: await person.create({ setup: 'long', time }, 'north', { computers }) };
    }),
  );
  // At this point some computers have moved and others are thinking.
  for (const { person, id } of games) await playWith(person, id, ({ status }) => status === 'live');
  server.kill('SIGKILL');
  await server.ended;
  for (const { person } of games) person.close();

  server = start();
  const again = await server.address();
  const listeningAt = Date.now();
  const states = () => Promise.all(games.map(({ id }) => readGame(again, id)));
  await expect
    .poll(async () => (await states()).map((state) => currentPosition(state).ply), { timeout: 30_000, interval: 200 })
    .toEqual(games.map(() => 2));
  expect(Math.max(...(await states()).map(({ lastAt }) => lastAt)) - listeningAt).toBeLessThan(GOAL_MS);

  const [first] = games;
  if (first === undefined) throw new Error('there are games');
  const person = { ...(await connect(again, first.person.cookie)), player: first.person.player, cookie: '' };
  await playWith(person, first.id, (state) => currentPosition(state).ply >= 4);
  person.close();
  server.kill('SIGTERM');
  await server.ended;
});
