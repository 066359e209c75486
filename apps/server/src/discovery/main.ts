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
import { createReadyAddresses } from './ready-addresses.ts';
import { serverState } from './server-state.ts';
import { systemNames } from './system-names.ts';

/** With Caddy's own `refresh`, less than the time for which a stopping server still accepts requests. */
const CHECK_EVERY_MS = 500;

const { values, positionals } = parseArgs({
  options: { port: { type: 'string', default: '5300' }, resolver: { type: 'string' } },
  allowPositionals: true,
});
const { HOST: host = '127.0.0.1', PORT: serverPort = '3000' } = process.env;

// An optional name of docker-compose.yml may be empty.
const names = positionals.filter((name) => name !== '');
const ready = createReadyAddresses(names, {
  resolve: systemNames(values.resolver),
  stateOf: (address, isNew) => serverState(`${address}:${serverPort}`, isNew),
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
