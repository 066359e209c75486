import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '../limits/address-block.ts';
import type { TrustProxy } from './client-address.ts';

/** TCP connections one address block may hold: a class of sixty, with the six of each browser and more. */
const MAX_CONNECTIONS = 500;

export function createConnectionCounts(most: number) {
  const open = new Map<string, number>();
  return {
    isFull: (address: string): boolean => (open.get(address) ?? 0) >= most,
    /** Counts one connection. @returns what to call when it has closed, once */
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

/** Hangs up on whoever holds too many connections; a trusted proxy holds those of many. */
export function limitConnections(server: Server, trust: TrustProxy, most: number = MAX_CONNECTIONS): void {
  const counts = createConnectionCounts(most);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || trust(remoteAddress, 0)) return;
    const address = addressBlock(remoteAddress);
    if (counts.isFull(address)) socket.destroy();
    else socket.once('close', counts.add(address));
  });
}
