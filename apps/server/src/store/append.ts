import type { AddressShare } from '../game-service/address-share.ts';
import type { Append, AppendResult } from '../game-service/store.ts';
import { createAppendWithin } from './append-demand.ts';
import { appendMoves, isMove } from './append-moves.ts';
import { appendStatement } from './append-statement.ts';
import type { Database } from './client.ts';
import { createGroupCommit } from './group-commit.ts';
import { whileHeld } from './while-held.ts';

/** Receives figures about appends, for monitoring. */
export type AppendWatch = {
  /** One statement was sent, for this number of games. */
  readonly batchSent: (games: number) => void;
  readonly appended: (outcome: AppendResult['kind'] | 'failed', tookMs: number) => void;
};

type Pools = {
  readonly append: Pick<Database, 'runPrepared'>;
  readonly play: Pick<Database, 'transaction'>;
};

/** Creates what appends to the logs of games, in one of three variants. */
export function createAppend({ append, play }: Pools, addressShare: AddressShare, watch: AppendWatch) {
  const { batchSent, appended } = watch;
  const moves = createGroupCommit({ statement: (batch) => appendMoves(append.runPrepared, batch), batchSent });
  const changes = createGroupCommit({ statement: (batch) => appendStatement(append.runPrepared, batch), batchSent });
  const appendWithin = createAppendWithin(play.transaction, addressShare);

  async function appendInOneWay(appends: readonly Append[]): Promise<AppendResult> {
    const [only, ...others] = appends;
    // New games, seats and several games together: a transaction locks and counts what the players have before it appends.
    if (only === undefined || others.length > 0 || only.after === 0 || only.demand !== null)
      return appendWithin(appends);
    // A move that continues its game: its statement changes five columns, and takes Postgres half as long.
    // Any other change of one game, such as an offer or an ending, may change every column of the row.
    const queue = isMove(only) ? moves : changes;
    return { kind: await whileHeld(() => queue.append(only)) };
  }

  return {
    async append(appends: readonly Append[]): Promise<AppendResult> {
      const askedAt = performance.now();
      let outcome: Parameters<AppendWatch['appended']>[0] = 'failed';
      try {
        const result = await appendInOneWay(appends);
        outcome = result.kind;
        return result;
      } finally {
        appended(outcome, performance.now() - askedAt);
      }
    },

    /** Number of appends that wait for the running statements. */
    appendsWaiting: (): number => moves.waiting() + changes.waiting(),

    async prepareAppends(): Promise<void> {
      await appendStatement(append.runPrepared, []);
      await appendMoves(append.runPrepared, []);
    },
  };
}
