import { request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';
import { isFromPrivateNetwork } from './metrics.ts';

const app = useSharedApp();

test('metrics are served to direct clients and not through a proxy', async () => {
  const direct = await request(app.url, '/metrics');
  expect([direct.status, direct.headers.get('content-type')]).toEqual([200, expect.stringContaining('version=0.0.4')]);
  expect(direct.body).toContain('process_resident_memory_bytes');
  expect(direct.body).toContain('nodejs_heap_size_used_bytes');
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    const forwarded = await request(app.url, '/metrics', { headers: { [header]: '127.0.0.1' } });
    expect(forwarded, header).toMatchObject({ status: 404, body: { refusal: { code: 'no-such-route' } } });
  }
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['::ffff:192.168.1.9', true],
  ['fd12:3456::1', true],
  ['fe80::1%eth0', true],
  ['172.32.0.1', false],
  ['100.64.0.1', false], // the shared network of a provider
  ['203.0.113.9', false],
  ['2001:db8::1', false],
  ['::ffff:203.0.113.9', false],
  ['', false],
  [undefined, false],
])('whether %s is in a private network: %s', (address, near) => {
  expect(isFromPrivateNetwork(address, {})).toBe(near);
});
