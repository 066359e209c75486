import type { GameId } from '@terrace/protocol';
import { pause, type Scheduler } from '../runtime/scheduler.ts';
import { singleFlight } from '../runtime/single-flight.ts';
import { isDatabaseFault } from './games.ports.ts';

const MAX_GAMES_AT_ONCE = 32;

/** A pause after each batch, so that refunds do not overload a store that hangs repeatedly. */
const REST_MS = 5_000;

type Dependencies = {
  readonly refundAll: (ids: readonly GameId[]) => Promise<unknown>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Refunds interrupted games in the background, so that all viewers see correct clocks. */
export function createRefunds({ refundAll, scheduler, reportError }: Dependencies) {
  const waiting: (() => Promise<readonly GameId[]>)[] = [];

  const refunding = singleFlight(async (closing) => {
    for (let find = waiting.shift(); find !== undefined && !closing.aborted; find = waiting.shift()) {
      try {
        const ids = await find();
        for (let n = 0; n < ids.length && !closing.aborted; n += MAX_GAMES_AT_ONCE) {
          await refundAll(ids.slice(n, n + MAX_GAMES_AT_ONCE));
        }
      } catch (error) {
        if (isDatabaseFault(error)) waiting.push(find);
        else reportError(error);
      }
      await pause(scheduler, REST_MS, closing).catch(() => undefined);
    }
  }, reportError);

  return {
    refund(find: () => Promise<readonly GameId[]>): void {
      waiting.push(find);
      refunding.request();
    },
    close: refunding.close,
  };
}
