/**
 * One of the two nodes of bench/carriers.ts, which sends it orders: lines of a number and JSON. The answer has the same
 * number.
 */
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Server } from 'socket.io';
import { printHelpIfAsked } from '../../tools/help.ts';
import { type Notice, openWriters } from './appends.ts';
import { type Addresses, CARRIERS, type CarrierName, emitHere, openCarriers } from './carriers.ts';
import { monotonicMs } from './clock.ts';
import { commitsOfMoves } from './commits.ts';
import { openLimits, type Store } from './limits.ts';

printHelpIfAsked('node bench/carriers/node.ts JSON: one of the two nodes of bench/carriers.ts, which runs it.');

export type Order =
  | { readonly do: 'listen' }
  /** Sends at a rate, or as fast as possible. `nothing`: only what every node does for its own sockets. */
  | {
      readonly do: 'send';
      readonly by: CarrierName | 'nothing';
      readonly perSecond: number | null;
      readonly forMs: number;
    }
  /** Returns what was received since the last order, after `expected` messages or `quietMs` without one. */
  | { readonly do: 'received'; readonly by: CarrierName; readonly expected: number; readonly quietMs: number }
  | { readonly do: 'append'; readonly notice: Notice; readonly forMs: number }
  | { readonly do: 'consume'; readonly store: Store; readonly together: number; readonly forMs: number };

export type Sent = { readonly count: number; readonly failed: number; readonly firstAt: number };
export type Received = { readonly lags: readonly number[]; readonly twice: number; readonly lastAt: number };

const TOGETHER = 128;

const addresses: Addresses = JSON.parse(process.argv[2] ?? '{}');
const io = new Server();
const commits = commitsOfMoves(20);
const carriers = await openCarriers(addresses, io);
const writers = await openWriters(addresses, io, carriers);
const limits = openLimits(addresses.redis);

/** By carrier, the lag of each received message by number. */
const receivedBy = new Map<CarrierName, { lags: Map<number, number>; twice: number; lastAt: number }>();
let n = 0;

createInterface({ input: process.stdin })
  .on('line', async (line) => {
    const [, id, order = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
    process.stdout.write(`${id} ${JSON.stringify((await carryOut(JSON.parse(order))) ?? null)}\n`);
  })
  .once('close', () => process.exit(0));

async function carryOut(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'listen':
      return listen();
    case 'send':
      return order.perSecond === null ? sendAll(order.by, order.forMs) : sendAt(order.by, order.perSecond, order.forMs);
    case 'received':
      return received(order.by, order.expected, order.quietMs);
    case 'append':
      return writers.write(order.notice, commits, order.forMs);
    case 'consume':
      return limits.consume(order.store, order.together, order.forMs);
  }
}

async function listen(): Promise<void> {
  for (const name of CARRIERS) {
    const so = { lags: new Map<number, number>(), twice: 0, lastAt: 0 };
    receivedBy.set(name, so);
    await carriers[name].listen(({ n, at }) => {
      so.lastAt = monotonicMs();
      if (so.lags.has(n)) so.twice += 1;
      else so.lags.set(n, so.lastAt - at);
    });
  }
}

function send(by: CarrierName | 'nothing'): Promise<void> {
  n += 1;
  const commit = commits[n % commits.length];
  if (commit === undefined) throw new Error('there are commits to send');
  if (by !== 'nothing') return carriers[by].publish({ n, at: monotonicMs(), commit });
  emitHere(io, commit);
  return Promise.resolve();
}

async function sendAll(by: CarrierName | 'nothing', forMs: number): Promise<Sent> {
  const firstAt = monotonicMs();
  let count = 0;
  const senders = Array.from({ length: TOGETHER }, async () => {
    while (monotonicMs() < firstAt + forMs) {
      await send(by);
      count += 1;
    }
  });
  await Promise.all(senders);
  return { count, failed: 0, firstAt };
}

async function sendAt(by: CarrierName | 'nothing', perSecond: number, forMs: number): Promise<Sent> {
  const firstAt = monotonicMs();
  const under: Promise<void>[] = [];
  let failed = 0;
  for (let count = 0; (count * 1000) / perSecond < forMs; count += 1) {
    const wait = firstAt + (count * 1000) / perSecond - monotonicMs();
    if (wait > 0) await delay(wait);
    const one = send(by).catch(() => {
      failed += 1;
    });
    under.push(one);
  }
  await Promise.all(under);
  return { count: under.length, failed, firstAt };
}

async function received(by: CarrierName, expected: number, quietMs: number): Promise<Received> {
  const so = receivedBy.get(by);
  if (so === undefined) throw new Error('only a listening node receives');
  const askedAt = monotonicMs();
  while (so.lags.size < expected && monotonicMs() < Math.max(askedAt, so.lastAt) + quietMs) await delay(10);
  const answer = { lags: [...so.lags.values()], twice: so.twice, lastAt: so.lastAt };
  so.lags.clear();
  so.twice = 0;
  return answer;
}
