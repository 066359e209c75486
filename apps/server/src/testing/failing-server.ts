/** A server whose listener fails as the first argument says. It prints its port, then each contained fault. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { containUncaught, createContainment } from '../runtime/containment.ts';
import { createSocketServer } from '../socket/server.ts';

const fail = (): never => {
  throw new Error('a fault');
};
const print = (line: string): void => void process.stdout.write(`${line}\n`);

process.on('uncaughtException', (error, origin) => {
  if (!containUncaught(error, origin)) {
    print('not contained');
    process.exit(1);
  }
});

const http = createServer();
const containment = createContainment((error) => print(String(error)));
const io = createSocketServer(http, {
  trustProxy: () => false,
  admission: { charge: () => undefined },
  accepting: new AbortController().signal,
  containment,
});

const FAULTS: Readonly<Record<string, () => void>> = {
  'an event listener': () => io.on('connection', (socket) => socket.onAny(fail)),
  'a rejected promise': () => io.on('connection', (socket) => socket.onAny(async () => fail())),
  'a later rejection': () =>
    io.on('connection', (socket) =>
      socket.onAny(async () => {
        await new Promise(setImmediate);
        fail();
      }),
    ),
  'a packet listener': () => io.engine.on('connection', (conn) => conn.on('packet', fail)),
  'a middleware': () => void io.use(fail),
  'a connection listener': () => io.engine.on('connection', fail),
  'a disconnect listener': () => io.on('connection', (socket) => socket.on('disconnect', fail)),
  'a timer': () => io.on('connection', (socket) => socket.onAny(() => setTimeout(fail, 1))),
};
FAULTS[process.argv[2] ?? '']?.();

http.listen(0, '127.0.0.1');
await once(http, 'listening');
const address = http.address();
print(typeof address === 'object' && address !== null ? String(address.port) : '');
