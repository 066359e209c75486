import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '../limits/address-block.ts';
import type { TrustProxy } from './client-address.ts';

/** TCP connections of one address block: enough for sixty people with six per browser. */
const MAX_CONNECTIONS = 500;

export function createConnectionCounts(max: number) {
  const open = new Map<string, number>();
  return {
    isFull: (address: string): boolean => (open.get(address) ?? 0) >= max,
    /** @returns a function to call once the connection has closed */
    add(address: string): () => void {
      open.set(address, (open.get(address) ?? 0) + 1);
      return () => {
        const left = (open.get(address) ?? 1) - 1;
        if (left === 0) open.delete(address);
        else open.set(address, left);
      };
    },
  };
}

/** Closes connections above the limit. Trusted proxies are exempt, because they serve many clients. */
export function limitConnections(server: Server, trust: TrustProxy, max: number = MAX_CONNECTIONS): void {
  const counts = createConnectionCounts(max);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || trust(remoteAddress, 0)) return;
    const address = addressBlock(remoteAddress);
    if (counts.isFull(address)) socket.destroy();
    else socket.once('close', counts.add(address));
  });
}
