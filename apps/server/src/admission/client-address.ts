import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { addressBlock } from '../limits/address-block.ts';

/** Whether the peer at `address` is a trusted proxy; `hop` 0 is the peer of the connection. */
export type TrustProxy = (address: string, hop: number) => boolean;

export const trustNoProxy: TrustProxy = () => false;

/** A proxy may send any text as an address. */
const MAX_ADDRESS_LENGTH = 60;

/**
 * Parses TRUST_PROXY: `false`, a number of proxies, or comma-separated addresses, networks and proxy-addr names.
 * @returns undefined for anything else. `true` is invalid because any peer could then claim any address
 */
export function readTrustProxy(setting: string): TrustProxy | undefined {
  if (setting === 'false') return trustNoProxy;
  if (/^[1-9]$/.test(setting)) return (_, hop) => hop < Number(setting);
  if (/^\d+$/.test(setting)) return undefined;
  try {
    return proxyAddr.compile(setting.split(',').map((network) => network.trim()));
  } catch {
    return undefined;
  }
}

/** The nearest address that is not a trusted proxy. Entries further left in X-Forwarded-For are untrusted. */
export const clientAddress = (request: IncomingMessage, trust: TrustProxy): string =>
  // A closed connection has no address.
  (request.socket.remoteAddress === undefined ? '' : proxyAddr(request, trust)).slice(0, MAX_ADDRESS_LENGTH);

/** The key under which limits count a client. */
export const clientBlock = (request: IncomingMessage, trust: TrustProxy): string =>
  addressBlock(clientAddress(request, trust));
