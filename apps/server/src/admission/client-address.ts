import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { addressBlock } from '../limits/address-block.ts';

/** Whether whoever connects from `address` is a proxy that is believed; `hop` 0 is the one that connected to us. */
export type TrustProxy = (address: string, hop: number) => boolean;

export const trustNoProxy: TrustProxy = () => false;

/** The longest text that stands for an address; a proxy may send anything. */
const MAX_ADDRESS_LENGTH = 60;

/**
 * Reads the setting TRUST_PROXY: `false`, a number of proxies one behind another, or the proxies' addresses and networks,
 * separated by commas, where `loopback`, `linklocal` and `uniquelocal` name well-known ones.
 *
 * @returns undefined for anything else, such as `true`: whoever connects could then call itself what it likes
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

/**
 * The address of the client that sent a request or a handshake: the nearest one that is no trusted proxy. What stands
 * further to the left in X-Forwarded-For is anybody's invention.
 */
export const clientAddress = (request: IncomingMessage, trust: TrustProxy): string =>
  // A connection that has broken has no address any more.
  (request.socket.remoteAddress === undefined ? '' : proxyAddr(request, trust)).slice(0, MAX_ADDRESS_LENGTH);

/** What limits count a client by. */
export const clientBlock = (request: IncomingMessage, trust: TrustProxy): string =>
  addressBlock(clientAddress(request, trust));
