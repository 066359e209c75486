import { guestAt } from '@terrace/testing/client';
import { request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useAppBehindProxy } from '../testing/app.ts';

const app = useAppBehindProxy();

/** Each request would wait three seconds, one after another, if it reached Postgres. */
const QUESTIONS = 24;

test('while Postgres hangs, many requests from one address are answered at once, and normally after it recovers', async () => {
  const guest = await guestAt(app.url);
  const gameId = await guest.create({}, 'south');
  const { cookie } = guest;
  const read = () => request(app.url, `/api/games/${gameId}`, { cookie });
  const notSaved = { status: 503, body: { refusal: { code: 'not-saved' } } };
  expect(await read()).toMatchObject({ status: 200 });

  app.proxy.withhold();
  expect(await guest.command(gameId, { type: 'leave' })).toMatchObject({ refusal: { code: 'not-saved' } }); // the outage is detected
  const answers = await Promise.all(Array.from({ length: QUESTIONS }, read));
  for (const answer of answers) expect(answer).toMatchObject(notSaved);
  for (let n = 0; n < QUESTIONS; n += 1) {
    expect(await guest.request('lobby:watch', { known: null })).toMatchObject({ refusal: { code: 'not-saved' } });
    expect(await guest.request('chat:join', { gameId })).toMatchObject({ refusal: { code: 'not-saved' } });
  }
  expect(await request(app.url, '/ready')).toMatchObject({ status: 503, body: 'database\n' });

  app.proxy.deliver();
  await expect.poll(read).toMatchObject({ status: 200 });
  expect(await request(app.url, '/ready')).toMatchObject({ status: 200 });
});
