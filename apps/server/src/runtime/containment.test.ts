import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../testing/failing-server.ts');

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function failingServer(fault: string) {
  const child = spawn(process.execPath, [SCRIPT, fault], { stdio: ['ignore', 'pipe', 'inherit'] });
  stops.push(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const lines: string[] = [];
  const reading = createInterface(child.stdout);
  const [port] = await once(reading, 'line');
  reading.on('line', (line) => lines.push(line));
  return { url: `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, lines, ended };
}

/** `closed` resolves when the connection is closed. */
async function visit(url: string): Promise<{ readonly closed: Promise<unknown> }> {
  const socket = new WebSocket(url);
  const closed = once(socket, 'close');
  socket.addEventListener('open', () => socket.send('40'));
  socket.addEventListener('message', ({ data }) => {
    if (String(data).startsWith('40')) for (const packet of ['42["event"]', '41', '1']) socket.send(packet);
  });
  return { closed };
}

test.each([
  'an event listener',
  'a rejected promise',
  'a later rejection',
  'a packet listener',
  'a middleware',
  'a connection listener',
  'a disconnect listener',
])('a fault in %s closes only its connection', async (fault) => {
  const server = await failingServer(fault);
  await (await visit(server.url)).closed;
  await expect.poll(() => server.lines).toContain('Error: a fault');
  await (await visit(server.url)).closed; // the server still accepts connections
  expect(server.lines).not.toContain('not contained');
});

test('an exception in a timer is not attributed to the connection that set it', async () => {
  const server = await failingServer('a timer');
  await visit(server.url);
  expect((await server.ended)[0]).toBe(1);
  expect(server.lines).toEqual(['not contained']);
});
