import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../tools/testing/folder.ts';
import { freePort } from '../testing/free-port.ts';
import { serveNames } from './dns.ts';

async function startDiscovery() {
  const system = await serveNames({ host: '127.0.0.1', port: 0, addressesOf: () => Promise.resolve(['127.0.0.1']) });
  onTestFinished(system.close);
  const [port, serverPort] = [String(await freePort()), String(await freePort())];
  const discovery = spawn(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), '--port', port, '--resolver', `127.0.0.1:${system.port}`, 'server', ''],
    { env: { HOST: '127.0.0.1', PORT: serverPort }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void discovery.kill('SIGKILL'));
  await once(discovery.stdout, 'data');
  return { discovery, port };
}

test('a hung process is killed at the third failed health check in a row', { timeout: 60_000 }, async () => {
  const { discovery, port } = await startDiscovery();
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  async function check(): Promise<unknown> {
    const program = join(import.meta.dirname, 'health-check.ts');
    const child = spawn(process.execPath, [program, port, String(process.pid)], {
      env: { TMPDIR: folder.path },
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    return code;
  }
  const ended = once(discovery, 'exit');
  expect(await check()).toBe(0);
  discovery.kill('SIGSTOP');
  expect([await check(), await check(), await check()]).toEqual([1, 1, 1]);
  expect(await ended).toEqual([null, 'SIGKILL']);
});

test('metrics count the servers that are named', { timeout: 60_000 }, async () => {
  const { port } = await startDiscovery();
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4');
  expect(await reply.text()).toBe('terrace_discovery_servers{name="server"} 1\n');
});
