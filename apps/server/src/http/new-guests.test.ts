import { request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useAppBehindProxy } from '../testing/app.ts';

const app = useAppBehindProxy();

test('a new visitor becomes a guest only when their name can be looked up', { timeout: 30_000 }, async () => {
  app.proxy.disconnect();
  const refused = await request(app.url, '/api/me');
  expect(refused).toMatchObject({ status: 503, body: { refusal: { code: 'not-saved' } }, cookies: [] });
  app.proxy.reconnect();
  await expect.poll(async () => (await request(app.url, '/api/me')).status, { timeout: 20_000 }).toBe(200);
});
