import { currentPosition } from '@terrace/game';
import { guestAt } from '@terrace/testing/client';
import { playWith, readGame } from '@terrace/testing/play';
import { expect, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { startTestApp } from '../testing/app.ts';
import { createVirtualTime } from '../testing/time.ts';

test('after a restart, every computer whose turn it is moves without its usual pause', async () => {
  const databaseUrl = await databaseOfTest();
  const time = createVirtualTime(); // no computer moves before the restart
  const start = () => startTestApp(databaseUrl, { scheduler: time.scheduler });
  const first = await start();
  const ids = await Promise.all(
    [null, { kind: 'clock', initialMs: 600_000, incrementMs: 0 } as const].map(async (clock) => {
      const person = await guestAt(first.url);
      const computers = [{ side: 'south', strength: 8 } as const];
      const id = await person.create({ setup: 'long', time: clock }, 'north', { computers });
      await playWith(person, id, ({ status }) => status === 'live');
      person.close();
      return id;
    }),
  );
  await first.close();

  time.advance(5_000);
  const second = await start();
  const states = () => Promise.all(ids.map((id) => readGame(second.url, id)));
  await expect.poll(async () => (await states()).map((state) => currentPosition(state).ply)).toEqual([2, 2]);
  expect((await states()).map(({ lastAt }) => lastAt)).toEqual([time.now(), time.now()]);
  await second.close();
  time.stop();
});
