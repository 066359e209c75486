import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createOutbound, ForbiddenAddressError, retryAfterMs } from './outbound.ts';

async function listening(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, requests };
}

test.each([
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://10.1.2.3/x',
  'https://172.16.0.1/x',
  'https://192.168.1.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/x',
  'https://0.0.0.0/x',
  'https://224.0.0.1/x',
  'https://[::1]/x',
  'https://[::]/x',
  'https://[fe80::1]/x',
  'https://[fd00::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://[64:ff9b::a00:1]/x',
  'https://[2002:a00:1::]/x',
  'http://push.example/x',
  'ftp://push.example/x',
  'https://user:password@push.example/x',
  `https://push.example/${'x'.repeat(2_000)}`,
  'push.example',
])('%s is not requested', async (url) => {
  const outbound = createOutbound();
  onTestFinished(outbound.close);
  expect(outbound.accepts(url)).toBe(false);
  await expect(outbound.post(url, {}, '')).rejects.toThrow(ForbiddenAddressError);
});

test.each([
  'https://push.example/x',
  'https://push.example:8443/x',
  'https://93.184.216.34/',
  'https://[2606:4700::1]/',
])('%s may be requested', (url) => {
  const outbound = createOutbound();
  onTestFinished(outbound.close);
  expect(outbound.accepts(url)).toBe(true);
});

test('a public name that leads to a private address is rejected when connecting', async () => {
  const { port, requests } = await listening((_, response) => response.end());
  const outbound = createOutbound();
  onTestFinished(outbound.close);
  // The name of the loopback interface stands for any name whose owner points it there.
  expect(outbound.accepts(`https://localhost:${port}/`)).toBe(true);
  await expect(outbound.post(`https://localhost:${port}/`, {}, '')).rejects.toThrow(ForbiddenAddressError);
  expect(requests).toEqual([]);
});

const onLoopback = (timeoutMs?: number) => {
  const outbound = createOutbound({ loopback: true, ...(timeoutMs && { timeoutMs }) });
  onTestFinished(outbound.close);
  return outbound;
};

test('a request carries its headers and body, and the reply its status, headers and body', async () => {
  const { port } = await listening((request, response) => {
    request.pipe(response.writeHead(201, { 'x-topic': String(request.headers.topic) }));
  });
  const reply = await onLoopback().post(`http://localhost:${port}/a`, { topic: 'turn' }, 'moved');
  expect(reply).toMatchObject({ status: 201, headers: { 'x-topic': 'turn' }, body: 'moved' });
});

test('a redirect is returned and not followed', async () => {
  const target = await listening((_, response) => response.end());
  const { url } = await listening((_, response) => response.writeHead(307, { location: target.url }).end());
  expect((await onLoopback().post(url, {}, '')).status).toBe(307);
  expect(target.requests).toEqual([]);
});

test('an endless reply is cut off', async () => {
  const { url } = await listening((_, response) => {
    const more = (): void => {
      while (response.write('x'.repeat(1024)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  expect((await onLoopback().post(url, {}, '')).body).toBe('x'.repeat(4_096));
});

test.each([
  ['sends no reply', () => undefined],
  ['stops in the middle of its reply', (_: IncomingMessage, response: ServerResponse) => void response.write('x')],
])('a request to a host that %s ends with an error', async (_, answer) => {
  const { url } = await listening(answer);
  await expect(onLoopback(50).post(url, {}, '')).rejects.toThrow();
});

test('Retry-After is read as seconds or as a date', () => {
  const now = Date.UTC(2026, 10, 26, 12);
  const after = (value?: string) => retryAfterMs({ status: 429, headers: { 'retry-after': value }, body: '' }, now);
  expect(after('120')).toBe(120_000);
  expect(after('Thu, 26 Nov 2026 12:05:00 GMT')).toBe(300_000);
  expect(after('Thu, 26 Nov 2026 11:00:00 GMT')).toBe(0);
  expect(after('soon')).toBeUndefined();
  expect(after()).toBeUndefined();
});
