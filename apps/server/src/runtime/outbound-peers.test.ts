import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createOutbound, OutboundError } from './outbound.ts';

const TIMEOUT_MS = 300;

/** Writes the same bytes again and again while the connection takes them. */
function repeat(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Listens on loopback. A peer receives the first bytes of each connection. */
async function peer(onRequest: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('data', () => onRequest(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, sockets };
}

function outbound(nameServer?: string) {
  const created = createOutbound({
    loopback: true,
    timeoutMs: TIMEOUT_MS,
    ...(nameServer !== undefined && { nameServer }),
  });
  onTestFinished(created.close);
  return created;
}

test.each<[peerThat: string, onRequest: (socket: Socket) => void]>([
  [
    'switches to another protocol',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  ],
  ['answers 101 without a protocol', (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')],
  [
    'answers 101 and closes',
    (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  ],
  ['never answers', () => undefined],
  ['closes without an answer', (socket) => socket.end()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  ['sends 100 without end', (socket) => repeat(socket, 'HTTP/1.1 100 Continue\r\n\r\n', 1)],
  ['sends 103 slowly without end', (socket) => repeat(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n', 60)],
  [
    'sends one header after another',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      repeat(socket, 'X-More: x\r\n', 20);
    },
  ],
  [
    'sends its body byte by byte',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n');
      repeat(socket, 'x', 20);
    },
  ],
  [
    'sends chunks without end',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      repeat(socket, '1\r\nx\r\n', 20);
    },
  ],
  ['closes within its headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nX-')],
  ['closes within its body', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\nx')],
  [
    'half-closes after its headers',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      socket.end();
    },
  ],
  ['sends no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH\r\n')],
])(
  'a request to a peer that %s ends with an error within the timeout, and its connection is closed',
  async (_, onRequest) => {
    const { port, sockets } = await peer(onRequest);
    await expect(outbound().post(`http://127.0.0.1:${port}/`, {}, 'x')).rejects.toThrow(OutboundError);
    await expect.poll(() => [...sockets].every((socket) => socket.readableEnded || socket.destroyed)).toBe(true);
  },
);

test.each([
  ['never begins the TLS handshake', () => undefined],
  ['sends the TLS handshake byte by byte', (socket: Socket) => repeat(socket, '\x16', 20)],
])('a request to a peer that %s ends with an error within the timeout', async (_, onRequest) => {
  const { port } = await peer(onRequest);
  await expect(outbound().post(`https://127.0.0.1:${port}/`, {}, '')).rejects.toThrow(OutboundError);
});

test('a request to a name whose server never answers ends with an error within the timeout', async () => {
  const server = createSocket('udp4');
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { post } = outbound(`127.0.0.1:${server.address().port}`);
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      expect(post(`https://slow-${n}.example/`, {}, '')).rejects.toThrow(OutboundError),
    ),
  );
});

test('requests after peers that switch protocols are sent: none occupies a connection', async () => {
  const { port } = await peer((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  );
  const answering = await peer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  const { post } = outbound();
  const requests = Array.from({ length: 20 }, () => post(`http://127.0.0.1:${port}/`, {}, ''));
  expect((await Promise.allSettled(requests)).map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
  expect((await post(`http://127.0.0.1:${answering.port}/`, {}, '')).status).toBe(204);
});
