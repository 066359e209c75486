import type { Recovery } from './faults.ts';
import { clientsOf, type Table } from './play.ts';

/** How long each client took to recover from faults of one kind, in ms, and how often that was done. */
export type Recovered = { readonly times: number; readonly tookMs: readonly number[] };

/**
 * How long each client took until a command of its own was acknowledged, or it heard an event. Tables at which somebody
 * waited on purpose meanwhile do not count.
 */
export function recoveryTimes(tables: readonly Table[], { from, clients }: Recovery): number[] {
  const now = performance.now();
  return tables.flatMap((table) => {
    const hit = clientsOf(table).filter(({ number }) => clients === undefined || clients.includes(number));
    return hit.flatMap(({ signs }) => {
      const sign = signs.find((at) => at > from) ?? now;
      const isWaiting = table.pauses.some(({ since, until }) => since < sign && until > from);
      return isWaiting ? [] : [sign - from];
    });
  });
}
