import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type TrustProxy, trustNoProxy } from './client-address.ts';
import { limitConnections } from './connections.ts';

/** How many of five connections of one address survive a limit of three. */
async function held(trust: TrustProxy): Promise<number> {
  const server = createServer();
  limitConnections(server, trust, 3);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const sockets: Socket[] = [];
  let open = 0;
  for (let n = 0; n < 5; n += 1) {
    const socket = connect(address.port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    const answered = once(server, 'request').then(() => true);
    if (await Promise.race([answered, once(socket, 'close').then(() => false)])) open += 1;
  }
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
  return open;
}

test('the connections of an address are limited, those of a trusted proxy are not', async () => {
  expect(await held(trustNoProxy)).toBe(3);
  expect(await held((address) => address === '127.0.0.1')).toBe(5);
});
