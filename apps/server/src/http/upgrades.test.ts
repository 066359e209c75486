import { Refused } from '@terrace/protocol';
import { sendAndReset, sendRaw, WEBSOCKET_UPGRADE } from '@terrace/testing/raw-http';
import { expectNothingUncaught } from '@terrace/testing/uncaught';
import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';

const app = useSharedApp();
expectNothingUncaught();

const SOCKET_PATH = '/socket.io/?EIO=4&transport=websocket';

test.each(['/other', '/', SOCKET_PATH, '/socket.io/?EIO=4&transport=polling'])(
  'a reset during an upgrade of %s closes only that connection',
  async (path) => {
    for (let n = 0; n < 10; n += 1) {
      await sendAndReset(app.url, `GET ${path} HTTP/1.1\r\nHost: here\r\n${WEBSOCKET_UPGRADE}`);
    }
    // This connection is accepted last, so the server has read the others by now.
    expect((await fetch(`${app.url}/health`)).status).toBe(200);
  },
);

test('a reset during CONNECT closes only that connection', async () => {
  for (let n = 0; n < 10; n += 1) await sendAndReset(app.url, 'CONNECT here:80 HTTP/1.1\r\nHost: here\r\n\r\n');
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
});

test('the method CONNECT gets a refusal', async () => {
  for (const target of ['example.com:443', '/', '*']) {
    const answer = await sendRaw(app.url, `CONNECT ${target} HTTP/1.1\r\nHost: here\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (501|400) /);
    expect(Refused.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).refusal.code).toBe('malformed');
  }
});

test.each(['TRACE', 'PROPFIND', 'QUERY', 'BREW'])('the method %s gets a refusal', async (method) => {
  const answer = await sendRaw(app.url, `${method} /api/me HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  Refused.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''));
});

test.each(['websocket', 'h2c'])(
  'a request outside /socket.io/ that offers %s gets an ordinary response',
  async (protocol) => {
    const upgrade = `Connection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`;
    const answer = await sendRaw(app.url, `GET /health HTTP/1.1\r\nHost: here\r\n${upgrade}`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test('an upgrade of /socket.io/ to another protocol is refused', async () => {
  const upgrade = 'Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
  expect(await sendRaw(app.url, `GET ${SOCKET_PATH} HTTP/1.1\r\nHost: here\r\n${upgrade}`)).toMatch(/^HTTP\/1\.1 400 /);
});
