import { type ClientError, MAX_ERROR_MESSAGE, MAX_ERROR_STACK } from '@terrace/protocol';
import { request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { createLog } from '../start/log.ts';
import { useTestApp } from '../testing/app.ts';
import { withoutAddresses } from './client-errors.ts';

const lines: string[] = [];
const app = useTestApp({ log: createLog('warn', { write: (line) => void lines.push(line) }) });

const REPORT: ClientError = {
  reference: '0a1b2c3d',
  source: 'part',
  message: 'TypeError: x is undefined',
  stack: 'at f (https://terrace.example/_app/immutable/nodes/3.js:1:234)',
  route: '/game/[id]',
  version: '1795563763714',
};
const report = (body: object, address: string, headers: Record<string, string> = {}) =>
  request(app.url, '/api/client-errors', { body, headers: { 'x-forwarded-for': address, ...headers } });
const counted = async () =>
  Number(
    /terrace_client_errors_total\{source="part"\} (\d+)/.exec(String((await request(app.url, '/metrics')).body))?.[1],
  );

test('the log has a reported error with the reference shown to the player, and the metrics count it', async () => {
  const before = await counted();
  expect((await report(REPORT, '203.0.113.1')).status).toBe(200);
  const [line = ''] = lines.filter((each) => each.includes('0a1b2c3d'));
  expect(JSON.parse(line).clientError).toEqual({ ...REPORT, stack: 'at f (/_app/immutable/nodes/3.js:1:234)' });
  expect(await counted()).toBe(before + 1);
});

test.each([
  ['a longer message', { message: 'x'.repeat(MAX_ERROR_MESSAGE + 1) }],
  ['a longer stack', { stack: 'x'.repeat(MAX_ERROR_STACK + 1) }],
  ['another form of reference', { reference: 'the same' }],
  ['a route with a query', { route: '/login?reset=token' }],
  ['an unknown field', { cookie: 'terrace_session=x' }],
])('a report with %s is rejected and not logged', async (_, part) => {
  const before = lines.length;
  const { status, body } = await report({ ...REPORT, ...part }, '203.0.113.2');
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ refusal: expect.objectContaining({ code: 'malformed' }) }),
  ]);
  expect(lines).toHaveLength(before);
});

test('a page of another site cannot report errors', async () => {
  const answer = await report(REPORT, '203.0.113.3', { origin: 'https://elsewhere.example' });
  expect(answer).toMatchObject({ status: 403, body: { refusal: { code: 'foreign-origin' } } });
});

test('reports above the limit of an address are refused, and other addresses can still report', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 35; n += 1) statuses.push((await report(REPORT, '203.0.113.4')).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
  expect((await report(REPORT, '203.0.113.5')).status).toBe(200);
});

test('reports above the limit of the server are refused from any address', async () => {
  const addresses = Array.from({ length: 130 }, (_, n) => `198.51.100.${n + 1}`);
  const answers = await Promise.all(addresses.map((address) => report(REPORT, address)));
  expect(answers.map(({ status }) => status)).toContain(429);
});

test.each([
  ['f@https://a.example/_app/immutable/chunks/x.js:12:34', 'f@/_app/immutable/chunks/x.js:12:34'],
  ['at https://a.example/players/Mira?tab=games:12:3 twice', 'at /players:12:3 twice'],
  ['https://a.example/login#reset=secret', '/login'],
  ['no page at /login?reset=secret&name=Mira', 'no page at /login'],
  ['Cannot read private member #x from an object', 'Cannot read private member #x from an object'],
])('the addresses in %s are reduced before they are logged', (text, logged) => {
  expect(withoutAddresses(text)).toBe(logged);
});
