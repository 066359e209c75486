import type { Recovery } from './faults.ts';
import { clientsOf, type Table } from './play.ts';

/** How long each client took to recover from one kind of fault, and how often that fault was injected. */
export type Recovered = { readonly times: number; readonly tookMs: readonly number[] };

/**
 * The time until each client received an acknowledgement or an event. Tables with a deliberate pause in that time do
 * not count.
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
