import { connect as connectTcp, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Refused } from '@terrace/protocol';
import { becomeGuest, connect } from '@terrace/testing/client';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { SECRET, useTestApp } from '../testing/app.ts';
import { guestCookie } from '../testing/guest.ts';

const app = useTestApp({
  requestTimeoutMs: 2_000,
  budget: { points: 3_000, duration: 600 },
  publicUrl: 'https://terrace.example',
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${app.url}${path}`, { headers });

async function raw(bytes: string, socket: Socket = openTcp()): Promise<string> {
  socket.on('error', () => undefined); // the server resets it
  socket.write(bytes);
  return text(socket);
}

const openTcp = (): Socket => connectTcp(Number(new URL(app.url).port), '127.0.0.1');

test.concurrent.each([
  ['headers', 'GET /health HTTP/1.1\r\nHost: here\r\nX-Slow: '],
  [
    'a body',
    'POST /api/account/sign-in HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{',
  ],
])('a client that sends %s without end is disconnected', async (_, bytes) => {
  const answer = await raw(bytes);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(Refused.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).refusal.code).toBe('malformed');
});

test('input that is not HTTP, and oversized headers, get a refusal like any other', async () => {
  for (const [status, bytes] of [
    [400, 'What is this?\r\n\r\n'],
    [431, `GET /health HTTP/1.1\r\nHost: here\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ] as const) {
    const answer = await raw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(Refused.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).refusal.code).toBe('malformed');
  }
});

test('a browser whose address is too long gets a page in its language', async () => {
  const rest = 'Host: here\r\nAccept: text/html,*/*\r\nAccept-Language: de-DE,de\r\n\r\n';
  const answer = await raw(`GET /analysis?text=${'x'.repeat(20_000)} HTTP/1.1\r\n${rest}`);
  expect(answer).toMatch(/^HTTP\/1.1 431 /);
  expect(answer).toMatch(/\ncontent-type: text\/html; charset=utf-8\r\ncontent-security-policy: default-src 'none'/);
  expect(answer).toContain('<html lang="de">');
  const ofProgram = await raw(`GET /api/lobby?text=${'x'.repeat(20_000)} HTTP/1.1\r\n${rest}`);
  expect(Refused.parse(JSON.parse(ofProgram.split('\r\n\r\n')[1] ?? '')).refusal.code).toBe('malformed');
});

test('a body whose length exceeds the limit is refused unread, on every path', async () => {
  const nested = '['.repeat(500_000) + ']'.repeat(500_000);
  for (const [path, status] of [
    ['/nowhere', 413],
    ['/api/nowhere', 413],
    ['/api/account/sign-in', 413],
    ['/page-data/api/me', 403],
    ['/jobs-data/attention', 403],
  ] as const) {
    const head = `POST ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Type: application/json\r\n`;
    const answer = await raw(`${head}Content-Length: ${nested.length}\r\n\r\n${nested.slice(0, 10)}`);
    expect({ path, answer: answer.slice(0, 13) }).toEqual({ path, answer: `HTTP/1.1 ${status} ` });
  }
});

test('a body that is nested deeply is refused before it is parsed, on every path, whether or not its length is known', async () => {
  const nested = '['.repeat(8_000) + ']'.repeat(8_000);
  const chunked = `transfer-encoding: chunked\r\n\r\n${nested.length.toString(16)}\r\n${nested}\r\n0\r\n\r\n`;
  const whole = `content-length: ${nested.length}\r\n\r\n${nested}`;
  for (const path of ['/nowhere', '/api/nowhere', '/api/account/sign-in']) {
    for (const body of [chunked, whole]) {
      const head = `POST ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Type: application/json\r\n`;
      expect(await raw(head + body), path).toContain('"problem":"the body is nested too deeply"');
    }
  }
});

const NESTED = '['.repeat(15_000) + ']'.repeat(15_000);

test.each([
  ['a message that is nested deeply', `2["game:watch",${NESTED}]`],
  ['a message whose nesting is hidden behind a quotation mark', `2/",["game:watch",${NESTED}]`],
  ['a binary message', `51-/",["game:watch",${NESTED}]`],
])('%s closes its connection', async (_, packet) => {
  const socket = io(app.url, { transports: ['websocket'], forceNew: true, reconnection: false });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  socket.io.engine.write(packet);
  expect(await closed).not.toBe('io client disconnect');
});

test('unknown paths get the same kind of refusal, for any method and length', async () => {
  const asked = await Promise.all([
    get('/api/nowhere'),
    get('/nowhere'),
    get(`/api/games/${'x'.repeat(300)}`),
    get(`/api/games/${'x'.repeat(3000)}`),
    get('/api/%E0%A4%A'),
    fetch(`${app.url}/api/lobby`, { method: 'DELETE' }),
    fetch(`${app.url}/health`, { method: 'POST', body: 'x' }),
  ]);
  for (const answer of asked) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    Refused.parse(await answer.json());
  }
});

test('a path with invalid escapes is read literally', async () => {
  expect(await (await get('/api/players/%E0%A4%A')).json()).toMatchObject({
    refusal: { code: 'no-such-player', name: '%E0%A4%A' },
  });
});

test('every response has the security headers', async () => {
  for (const path of ['/health', '/api/me', '/api/nowhere', '/api/openapi.json', '/api/games/x']) {
    const { headers } = await get(path);
    expect(Object.fromEntries(headers), path).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'strict-transport-security': 'max-age=31536000',
    });
  }
});

test('a client exhausts only its own budget and learns when to retry', async () => {
  const flood: Response[] = [];
  while (flood.length < 200) {
    flood.push(...(await Promise.all(Array.from({ length: 10 }, () => get('/api/archive', from('203.0.113.20'))))));
  }
  const refused = flood.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThanOrEqual(50); // 20 points each
  for (const answer of refused) {
    expect([429, 503]).toContain(answer.status);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await get('/health', from('203.0.113.20'))).status).toBe(429);
  expect((await get('/api/archive', from('203.0.113.21'))).status).toBe(200);
});

test('the sockets of a client are limited, and other clients behind the same proxy are not affected', async () => {
  const sockets = Array.from({ length: 260 }, () =>
    io(app.url, { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders: from('203.0.113.23') }),
  );
  const opened = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<boolean>((resolve) => {
          socket.once('connect', () => resolve(true));
          socket.once('connect_error', () => resolve(false));
        }),
    ),
  );
  expect(opened.filter((each) => each)).toHaveLength(250);
  const other = await connect(app.url, '', from('203.0.113.24'));
  other.close();
  for (const socket of sockets) socket.disconnect();
});

test('the streams of a client are limited, even if it is many guests', async () => {
  const { cookie } = await becomeGuest(app.url);
  const player = await connect(app.url, cookie);
  const gameId = await player.create({}, 'south');
  player.close();
  const leave = new AbortController();
  // `fetch` closes the connection of a response that is garbage collected.
  const responses: Response[] = [];
  const follow = async (n: number, address: string) => {
    const headers = { cookie: guests[n % guests.length] ?? '', ...from(address) };
    const response = await fetch(`${app.url}/api/games/${gameId}/stream`, { headers, signal: leave.signal });
    responses.push(response);
    return response.status;
  };
  const guests = Array.from({ length: 15 }, () => guestCookie(SECRET));
  const statuses: number[] = [];
  for (let n = 0; n < 210; n += 30) {
    statuses.push(...(await Promise.all(Array.from({ length: 30 }, (_, i) => follow(n + i, '203.0.113.25')))));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(200);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(await follow(0, '203.0.113.26')).toBe(200);
  expect(responses).toHaveLength(211);
  leave.abort();
});

test('a page of another site cannot open a socket with the visitor’s cookie', async () => {
  const { cookie } = await becomeGuest(app.url);
  const socket = io(app.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { cookie, origin: 'https://elsewhere.example' },
  });
  const outcome = await new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', () => resolve('refused'));
  });
  expect(outcome).toBe('refused');
});

test('refusals to programs do not mention reloading a page or allowing cookies', async () => {
  const answers = await Promise.all([
    get('/api/games/x'),
    fetch(`${app.url}/api/games`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
    fetch(`${app.url}/api/games`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }),
  ]);
  for (const answer of answers) {
    expect(Refused.parse(await answer.json()).message).not.toMatch(/reload|allow cookies/i);
  }
});
