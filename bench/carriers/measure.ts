import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../moves/load.ts';
import type { Notice } from './appends.ts';
import { CARRIERS, type CarrierName } from './carriers.ts';
import type { Consumed, Store } from './limits.ts';
import type { NodePair } from './pair.ts';

/** Processor time for 1,000 messages, in ms. */
export type Cpu = { readonly publisher: number; readonly listener: number; readonly carrier: number };
type Lag = { readonly p50: number; readonly p99: number };

export type Carried = { readonly perSecond: number; readonly lags: readonly Lag[]; readonly cpu: Cpu };
export type Published = {
  readonly perSecond: number;
  readonly own: Lag;
  readonly lag: Lag;
  readonly node: number;
  readonly postgres: number;
};
export type Lost = {
  readonly carrier: CarrierName;
  readonly sent: number;
  readonly failed: number;
  readonly lost: number;
  readonly twice: number;
};
export type Counted = Consumed & { readonly redisUs: number };

/** A measurement ends after this long without a message. */
const QUIET_MS = 1_500;

const lagOf = (lags: readonly number[]): Lag => {
  const sorted = lags.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
};

/** Sends messages as fast as possible, then at each of the rates. Processor time is that of the last rate. */
export async function carry(
  pair: NodePair,
  by: CarrierName,
  rates: readonly number[],
  forMs: number,
  carrierMs: () => number,
): Promise<Carried> {
  const all = await pair.send(by, null, forMs);
  const flatOut = await pair.received(by, all.count, QUIET_MS);
  if (flatOut.lags.length < all.count) console.error(`${by}: ${all.count - flatOut.lags.length} of ${all.count} lost`);
  const lags: Lag[] = [];
  let cpu: Cpu = { publisher: 0, listener: 0, carrier: 0 };
  for (const rate of rates) {
    const before = readings(pair, carrierMs);
    const sent = await pair.send(by, rate, forMs);
    const received = await pair.received(by, sent.count, QUIET_MS);
    cpu = perThousand(before, readings(pair, carrierMs), sent.count);
    lags.push(lagOf(received.lags));
  }
  return { perSecond: (flatOut.lags.length / (flatOut.lastAt - all.firstAt)) * 1_000, lags, cpu };
}

export async function carryNothing(pair: NodePair, rate: number, forMs: number): Promise<Cpu> {
  const before = readings(pair, () => 0);
  const { count } = await pair.send('nothing', rate, forMs);
  return perThousand(
    before,
    readings(pair, () => 0),
    count,
  );
}

const readings = (pair: NodePair, carrierMs: () => number): Cpu => ({
  publisher: pair.publisherMs(),
  listener: pair.listenerMs(),
  carrier: carrierMs(),
});

const perThousand = (before: Cpu, after: Cpu, count: number): Cpu => ({
  publisher: ((after.publisher - before.publisher) / count) * 1_000,
  listener: ((after.listener - before.listener) / count) * 1_000,
  carrier: ((after.carrier - before.carrier) / count) * 1_000,
});

export async function appendAndPublish(
  pair: NodePair,
  notice: Notice,
  forMs: number,
  postgresMs: () => number,
): Promise<Published> {
  const before = [pair.publisherMs(), postgresMs()] as const;
  const { count, p50, p99, perSecond } = await pair.append(notice, forMs);
  const by = notice === 'pub/sub after' ? 'pub/sub' : 'notify';
  const received = notice === 'none' ? undefined : await pair.received(by, count, QUIET_MS);
  const perThousandOf = (ms: number): number => (ms / count) * 1_000;
  return {
    perSecond,
    own: { p50, p99 },
    lag: lagOf(received?.lags ?? []),
    node: perThousandOf(pair.publisherMs() - before[0]),
    postgres: perThousandOf(postgresMs() - before[1]),
  };
}

/** Sends with all carriers at a rate while connections are cut and refused for a while. */
export async function cut(
  pair: NodePair,
  proxies: readonly { disconnect(): void; reconnect(): void }[],
  rate: number,
  cutMs: number,
): Promise<Lost[]> {
  const sending = Promise.all(CARRIERS.map((by) => pair.send(by, rate, cutMs * 4)));
  await delay(cutMs);
  for (const proxy of proxies) proxy.disconnect();
  await delay(cutMs);
  for (const proxy of proxies) proxy.reconnect();
  const sent = await sending;
  return Promise.all(
    CARRIERS.map(async (carrier, i): Promise<Lost> => {
      const { count, failed } = sent[i] ?? { count: 0, failed: 0 };
      const { lags, twice } = await pair.received(carrier, count, QUIET_MS);
      return { carrier, sent: count, failed, lost: count - lags.length, twice };
    }),
  );
}

export async function count(
  pair: NodePair,
  store: Store,
  together: number,
  forMs: number,
  redisMs: () => number,
): Promise<Counted> {
  const before = redisMs();
  const consumed = await pair.consume(store, together, forMs);
  return { ...consumed, redisUs: ((redisMs() - before) / consumed.count) * 1_000 };
}
