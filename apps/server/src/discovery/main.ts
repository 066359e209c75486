/**
 * Names of services in docker-compose.yml, for Caddy: a DNS server that answers with the addresses of servers that are
 * ready. Docker's own DNS also names servers that start, stop or hang, and Caddy does not check servers that it finds
 * by name: it would send them requests.
 *
 *   node main.ts [--port 5300] [--resolver ADDRESS:PORT] NAME ...
 */
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { print } from '../start/terminal.ts';
import { serveNames } from './dns.ts';
import { createReadyAddresses, type ServerState } from './ready-addresses.ts';
import { systemNames } from './system-names.ts';

/** With Caddy's own `refresh`, less than the time for which a stopping server still accepts requests. */
const CHECK_EVERY_MS = 500;

/** A server that does not answer in this time is silent. */
const ANSWER_MS = 1_000;

const { values, positionals } = parseArgs({
  options: { port: { type: 'string', default: '5300' }, resolver: { type: 'string' } },
  allowPositionals: true,
});
const { HOST: host = '127.0.0.1', PORT: serverPort = '3000' } = process.env;

const ask = async (address: string, path: string): Promise<Response> => {
  const reply = await fetch(`http://${address}:${serverPort}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
  await reply.text();
  return reply;
};

/** A server is ready to play before its process of pages is up, which answers 503 until then. */
const hasNoPagesYet = (address: string): Promise<boolean> =>
  ask(address, '/').then(
    ({ status }) => status === 503,
    () => false,
  );

async function stateOf(address: string, isNew: boolean): Promise<ServerState> {
  try {
    const { ok } = await ask(address, '/ready');
    return ok && !(isNew && (await hasNoPagesYet(address))) ? 'ready' : 'unready';
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'silent' : 'unready';
  }
}

// An optional name of docker-compose.yml may be empty.
const names = positionals.filter((name) => name !== '');
const ready = createReadyAddresses(names, {
  resolve: systemNames(values.resolver),
  stateOf,
  pause: () => delay(CHECK_EVERY_MS),
  onChange: (name, addresses) => print(`${name}: ${addresses.join(', ') || 'none'}`),
});
const { port } = await serveNames({ host, port: Number(values.port), addressesOf: ready.of });
/** For Prometheus, at the TCP port of the same number. */
const metrics = createServer(async (_, reply) => {
  const counts = names.map(async (name) => [name, (await ready.of(name))?.length ?? 0] as const);
  const lines = (await Promise.all(counts)).map(
    ([name, count]) => `terrace_discovery_servers{name="${name}"} ${count}\n`,
  );
  reply.setHeader('Content-Type', 'text/plain; version=0.0.4').end(lines.join(''));
});
metrics.listen(port, host, () => print(`Names of servers at ${host}:${port}`));
