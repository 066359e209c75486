import { median } from '../moves/load.ts';
import { NOTICES, type Notice } from './appends.ts';
import { CARRIERS, type CarrierName } from './carriers.ts';
import type { Store } from './limits.ts';
import type { Carried, Counted, Cpu, Lost, Published } from './measure.ts';

const of = <T>(rounds: readonly T[], value: (round: T) => number, digits: number): string =>
  median(rounds.map(value)).toFixed(digits);

const table = (head: string, rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.replace(/[^|]+/g, '---'), ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');

/** The carriers side by side. Processor times are for 1,000 messages at the last of the rates. */
export function printCarriers(
  carried: Readonly<Record<CarrierName, readonly Carried[]>>,
  nothing: readonly Cpu[],
  rates: readonly number[],
): void {
  const lagHead = rates.map((rate) => `at ${rate}/s, p50 ms | p99 ms`).join(' | ');
  const rows = CARRIERS.map((name) => [
    name,
    of(carried[name], ({ perSecond }) => perSecond, 0),
    ...rates.flatMap((_, i) => [
      of(carried[name], ({ lags }) => lags[i]?.p50 ?? Number.NaN, 2),
      of(carried[name], ({ lags }) => lags[i]?.p99 ?? Number.NaN, 2),
    ]),
    of(carried[name], ({ cpu }) => cpu.publisher, 0),
    of(carried[name], ({ cpu }) => cpu.listener, 0),
    of(carried[name], ({ cpu }) => cpu.carrier, 0),
    of(
      carried[name].map(({ perSecond }, i) => perSecond / (carried['pub/sub'][i]?.perSecond ?? Number.NaN)),
      (ratio) => ratio,
      2,
    ),
  ]);
  const alone = [
    'nothing',
    '',
    ...rates.flatMap(() => ['', '']),
    of(nothing, ({ publisher }) => publisher, 0),
    '',
    '',
    '',
  ];
  const head = `| carrier | flat out, per s | ${lagHead} | publisher, cpu ms | listener | carrier | rate x pub/sub |`;
  console.log(`${table(head, [...rows, alone])}\n`);
}

/** Appends with and without a notice. Times are of an append with its notice, and from the append to the listener. */
export function printAppends(published: Readonly<Record<Notice, readonly Published[]>>): void {
  const rows = NOTICES.map((notice) => [
    notice,
    of(published[notice], ({ perSecond }) => perSecond, 0),
    of(
      published[notice].map(({ perSecond }, i) => perSecond / (published.none[i]?.perSecond ?? Number.NaN)),
      (ratio) => ratio,
      2,
    ),
    of(published[notice], ({ own }) => own.p50, 2),
    of(published[notice], ({ own }) => own.p99, 2),
    ...(notice === 'none'
      ? ['', '']
      : [of(published[notice], ({ lag }) => lag.p50, 2), of(published[notice], ({ lag }) => lag.p99, 2)]),
    of(published[notice], ({ node }) => node, 0),
    of(published[notice], ({ postgres }) => postgres, 0),
  ]);
  const head =
    '| appends | per s | x none | p50 ms | p99 ms | received after, p50 ms | p99 ms | node, cpu ms | Postgres |';
  console.log(`${table(head, rows)}\n`);
}

export function printCuts(cuts: Readonly<Record<'listener' | 'publisher', readonly (readonly Lost[])[]>>): void {
  const rows = CARRIERS.map((name) => {
    const cells = (['listener', 'publisher'] as const).flatMap((side) => {
      const all = cuts[side].flatMap((round) => round.filter(({ carrier }) => carrier === name));
      return [of(all, ({ lost }) => lost, 0), of(all, ({ failed }) => failed, 0), of(all, ({ twice }) => twice, 0)];
    });
    return [name, ...cells];
  });
  const head =
    '| carrier | listener cut: lost | of these known to the publisher | received twice | publisher cut: lost | of these known to the publisher | received twice |';
  console.log(`${table(head, rows)}\n`);
}

export function printLimits(
  counted: readonly { readonly store: Store; readonly together: number; readonly rounds: readonly Counted[] }[],
): void {
  const rows = counted.map(({ store, together, rounds }) => [
    `${store}, ${together} at a time`,
    of(rounds, ({ cpuUs }) => cpuUs, 1),
    of(rounds, ({ redisUs }) => redisUs, 1),
    of(rounds, ({ p50Us }) => p50Us, 1),
    of(rounds, ({ p99Us }) => p99Us, 1),
  ]);
  console.log(table('| limit | node, cpu us | Redis, cpu us | p50 us | p99 us |', rows));
}
