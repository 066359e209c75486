import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../testing/failing-http-server.ts');
const child = spawn(process.execPath, [SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] });
afterAll(() => child.kill('SIGKILL'));

const lines: string[] = [];
let url: string;
beforeAll(async () => {
  const reading = createInterface(child.stdout);
  const [port] = await once(reading, 'line');
  reading.on('line', (line) => lines.push(line));
  url = `http://127.0.0.1:${port}`;
});

const faults = () => lines.filter((line) => line.includes('left a rejected promise')).length;

test.each(['GET', 'POST'])(
  'a %s request that leaves a rejected promise is answered with 500 and logged',
  async (method) => {
    const before = faults();
    const body = method === 'POST' ? '{}' : undefined;
    const reply = await fetch(`${url}/before`, {
      method,
      ...(body && { body, headers: { 'content-type': 'application/json' } }),
    });
    expect(reply.status).toBe(500);
    expect(await reply.json()).toMatchObject({ refusal: { code: 'unexpected' } });
    await expect.poll(faults).toBe(before + 1);
  },
);

test('a promise that is rejected after the reply is logged and counted', async () => {
  const reply = await fetch(`${url}/after`);
  expect([reply.status, await reply.text()]).toEqual([200, 'done']);
  await expect.poll(() => lines).toContain('after the reply');
});

test('a stream whose work has failed ends', async () => {
  const reply = await fetch(`${url}/stream`);
  await expect(reply.text()).rejects.toThrow();
});

test('the server still answers, because each fault belonged to one request', async () => {
  expect(await (await fetch(`${url}/sound`)).text()).toBe('sound');
  expect(lines).not.toContain('not contained');
});
