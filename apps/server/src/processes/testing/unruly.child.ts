/** A child that misbehaves when asked to. */
import { z } from 'zod';
import { onEvent, onRequest } from '../messages.ts';
import { runChild } from '../run-child.ts';
import { Double, Misbehave, Noise, Wait, Wrong } from './unruly-messages.ts';

const kept: unknown[] = [];

const Data = z.object({ greeting: z.string() });

runChild(Data, ({ greeting }, parent) => {
  process.stdout.write(`${JSON.stringify({ level: 30, msg: greeting })}\n`);
  let isStopIgnored = false;
  const misbehaviours: Record<z.infer<typeof Misbehave.payload>, () => void> = {
    throw: () =>
      setImmediate(() => {
        throw new Error('a fault of the child');
      }),
    reject: () => void Promise.reject(new Error('a rejection of the child')),
    exit: () => process.exit(3),
    hang: () => {
      for (;;);
    },
    'leak-buffers': () => setInterval(() => void kept.push(Buffer.alloc(16 * 1024 * 1024, 1)), 5),
    'leak-objects': () => setInterval(() => void kept.push(Array.from({ length: 200_000 }, () => ({}))), 5),
    flood: () => {
      parent.send(Wrong, 'no number');
      setInterval(() => {
        for (let i = 0; i < 500; i += 1) parent.send(Noise, i);
      }, 1);
    },
    'ignore-stop': () => {
      isStopIgnored = true;
    },
    print: () => process.stdout.write('x'.repeat(100_000)),
    disconnect: () => {
      process.removeAllListeners('disconnect');
      setInterval(() => undefined, 1000);
      process.disconnect();
    },
  };
  return {
    receivers: [
      onRequest(Double, (value) => {
        if (value < 0) throw new Error('no negative numbers');
        return value * 2;
      }),
      onRequest(Wait, () => new Promise<number>(() => undefined)),
      onEvent(Misbehave, (how) => misbehaviours[how]()),
    ],
    stop: () => (isStopIgnored ? new Promise<void>(() => undefined) : undefined),
  };
});
