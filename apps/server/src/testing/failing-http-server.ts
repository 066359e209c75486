/** An HTTP server with routes that leave rejected promises. It prints its port, then the number of faults after replies. */
import { pino } from 'pino';
import { containRequests } from '../http/containment.ts';
import { addErrorHandler } from '../http/errors.ts';
import { createServer } from '../http/server.ts';
import { containUncaught } from '../runtime/containment.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

process.on('uncaughtException', (error, origin) => {
  if (!containUncaught(error, origin)) {
    print('not contained');
    process.exit(1);
  }
});

const app = createServer({
  log: pino({ level: 'error' }, pino.destination({ fd: 1, sync: true })),
  trustProxy: () => false,
  requestTimeoutMs: 5_000,
});
containRequests(app, () => print('after the reply'));
addErrorHandler(app);

async function failLater(): Promise<void> {
  await new Promise(setImmediate);
  throw new Error('a fault');
}

const never = new Promise<never>(() => undefined);
app.get('/before', () => {
  void failLater();
  return never;
});
app.post('/before', () => {
  void failLater();
  return never;
});
app.get('/after', async (_, reply) => {
  await reply.send('done');
  void failLater();
  return reply;
});
app.get('/stream', (_, reply) => {
  reply.hijack();
  reply.raw.write('begun');
  void failLater();
});
app.get('/sound', async () => 'sound');

print(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
