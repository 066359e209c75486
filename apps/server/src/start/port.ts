import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, StartError } from '../runtime/errors.ts';

const STOPPING = { waitMs: 3_000, everyMs: 100 } as const;

/** An address to listen on, and the names of its settings, such as MAIL_IN_HOST and MAIL_IN_PORT. */
export type Listener = { readonly host: string; readonly port: number; readonly prefix: '' | 'MAIL_IN_' };

/** The address for a setting. A machine without /etc/hosts does not resolve `localhost`, which is always itself (RFC 6761). */
export async function addressOf(host: string, resolve: (name: string) => Promise<unknown> = lookup): Promise<string> {
  if (host !== 'localhost') return host;
  return resolve(host).then(
    () => host,
    () => '127.0.0.1',
  );
}

/**
 * Waits some seconds for the port, because the server of a killed npm may still be stopping.
 *
 * @throws StartError if the port is not free by then
 */
export async function checkPort(listener: Listener, patienceMs: number = STOPPING.waitMs): Promise<void> {
  const host = listener.prefix === '' ? await addressOf(listener.host) : listener.host;
  const until = performance.now() + patienceMs;
  for (;;) {
    const error = await tryPort(host, listener.port);
    if (error === undefined) return;
    if (errorCode(error) !== 'EADDRINUSE' || performance.now() > until) throw listenFault(error, [listener]);
    await sleep(STOPPING.everyMs);
  }
}

/** @returns the error of listening there; undefined if it is possible */
async function tryPort(host: string, port: number): Promise<unknown> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(port, host, resolve);
    });
  } catch (error) {
    return error;
  }
  await new Promise((resolve) => probe.close(resolve));
  return undefined;
}

/** Explains to the operator why the server cannot listen at one of its addresses; returns other errors unchanged. */
export function listenFault(error: unknown, [main, ...others]: readonly [Listener, ...Listener[]]): unknown {
  const failed = error instanceof Error && 'port' in error ? error.port : undefined;
  const { host, port, prefix } = others.find((each) => each.port === failed && main.port !== failed) ?? main;
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is already in use: stop the program that uses it, or choose another port, such as ${prefix}PORT=${port + 1} npm start.`,
      );
    case 'EACCES':
      return new StartError(`This user may not listen on port ${port}: set ${prefix}PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `${prefix}HOST is ${host}, which is not an address of this machine: unset it, or set it to 0.0.0.0.`,
      );
    default:
      return error;
  }
}
