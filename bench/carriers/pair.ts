import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { processorMs } from '../processor.ts';
import type { Appended, Notice } from './appends.ts';
import type { Addresses, CarrierName } from './carriers.ts';
import type { Consumed, Store } from './limits.ts';
import type { Order, Received, Sent } from './node.ts';

export type NodePair = Awaited<ReturnType<typeof openPair>>;

export async function openPair(ofPublisher: Addresses, ofListener: Addresses) {
  const [publisher, listener] = await Promise.all([openNode(ofPublisher), openNode(ofListener)]);
  await listener.ask({ do: 'listen' });
  return {
    send: (by: CarrierName | 'nothing', perSecond: number | null, forMs: number) =>
      publisher.ask<Sent>({ do: 'send', by, perSecond, forMs }),
    received: (by: CarrierName, expected: number, quietMs: number) =>
      listener.ask<Received>({ do: 'received', by, expected, quietMs }),
    append: (notice: Notice, forMs: number) => publisher.ask<Appended>({ do: 'append', notice, forMs }),
    consume: (store: Store, together: number, forMs: number) =>
      publisher.ask<Consumed>({ do: 'consume', store, together, forMs }),
    publisherMs: (): number => processorMs(publisher.pid),
    listenerMs: (): number => processorMs(listener.pid),
    close: async (): Promise<void> => void (await Promise.all([publisher.close(), listener.close()])),
  };
}

async function openNode(addresses: Addresses) {
  const script = new URL('./node.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, JSON.stringify(addresses)], { stdio: ['pipe', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const { pid } = child;
  if (pid === undefined) throw new Error('node.ts did not start');
  const waiting = new Map<number, (answer: string) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, id, answer = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
    waiting.get(Number(id))?.(answer);
    waiting.delete(Number(id));
  });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`a node ended with ${code}`)));
  ended.catch(() => undefined);
  child.stdin.on('error', () => undefined);
  let orders = 0;
  return {
    pid,
    async ask<T>(order: Order): Promise<T> {
      orders += 1;
      const id = orders;
      const answer = new Promise<string>((resolve) => void waiting.set(id, resolve));
      child.stdin.write(`${id} ${JSON.stringify(order)}\n`);
      return JSON.parse(await Promise.race([answer, ended]));
    },
    async close(): Promise<void> {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
