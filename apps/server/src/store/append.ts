import { type Append, type AppendResult, isDatabaseFault } from '../game-service/games.ports.ts';
import type { AddressQuota } from '../game-service/seat-limits.ts';
import { appendMoves, isMove } from './append-moves.ts';
import { createAppendSeats } from './append-seats.ts';
import { appendStatement, type Entry, type Node, type Outcomes } from './append-statement.ts';
import type { Database } from './client.ts';
import { retryWhileLocked } from './retry-while-locked.ts';

export type AppendWatch = {
  readonly batchSent: (games: number) => void;
  readonly appended: (outcome: AppendResult['kind'] | 'failed', tookMs: number) => void;
};

type Pools = {
  readonly append: Pick<Database, 'runPrepared'>;
  readonly play: Pick<Database, 'transaction'>;
};

/** Appends events to the logs of games, with one of three statements or transactions. */
export function createAppend({ append, play }: Pools, node: Node, addressQuota: AddressQuota, watch: AppendWatch) {
  const { batchSent, appended } = watch;
  /** They change five columns, which takes half as long as writing all of them. */
  const moves = createGroupCommit((batch) => appendMoves(append.runPrepared, node, batch), batchSent);
  /** Other events of a single game, such as offers and endings. */
  const changes = createGroupCommit((batch) => appendStatement(append.runPrepared, node, batch), batchSent);
  /** New games, seats, and several games at once. */
  const appendSeats = createAppendSeats(play.transaction, node, addressQuota);

  /** Calls nothing asynchronous itself, because each promise of a move counts. */
  function appendFastest(appends: readonly Append[]): Promise<AppendResult> {
    const only = appends.length === 1 ? appends[0] : undefined;
    if (only === undefined || only.after === 0 || only.demand !== null) return appendSeats(appends);
    const group = isMove(only) ? moves : changes;
    return retryWhileLocked(() => group.append(only));
  }

  return {
    async append(appends: readonly Append[]): Promise<AppendResult> {
      const askedAt = performance.now();
      let outcome: Parameters<AppendWatch['appended']>[0] = 'failed';
      try {
        const result = await appendFastest(appends);
        outcome = result.kind;
        return result;
      } finally {
        appended(outcome, performance.now() - askedAt);
      }
    },

    appendsWaiting: (): number => moves.waiting() + changes.waiting(),

    async prepareAppends(): Promise<void> {
      await appendStatement(append.runPrepared, node, []);
      await appendMoves(append.runPrepared, node, []);
    },
  };
}

type Waiting = {
  readonly entry: Entry;
  readonly resolve: (result: AppendResult | 'locked') => void;
  readonly reject: (error: unknown) => void;
};

const SAVED: AppendResult = { kind: 'saved' };
const OUTRUN: AppendResult = { kind: 'outrun' };

const MAX_GAMES_PER_STATEMENT = 128;

/**
 * Group commit: waiting appends share one statement and commit. Only one statement runs at a time: with two, fewer
 * appends share a commit, which measured slower. The service sends one append per game at a time.
 */
function createGroupCommit(
  statement: (batch: readonly Entry[]) => Promise<Outcomes>,
  batchSent: AppendWatch['batchSent'],
) {
  const waiting: Waiting[] = [];
  let isSending = false;

  function send(): void {
    if (isSending || waiting.length === 0) return;
    isSending = true;
    const batch = waiting.splice(0, MAX_GAMES_PER_STATEMENT);
    batchSent(batch.length);
    void sendBatch(batch).finally(() => {
      isSending = false;
      send();
    });
  }

  /**
   * An unreachable, busy or locked database rejects the whole batch, since retries would delay other games. Other
   * errors may be caused by one entry, so the batch is halved until that entry is alone.
   */
  async function sendBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await statement(batch.map(({ entry }) => entry));
      for (const { entry, resolve } of batch) {
        const outcome = outcomes.get(entry.summary.id);
        resolve(outcome === 'saved' ? SAVED : outcome === 'locked' ? outcome : OUTRUN);
      }
    } catch (error) {
      if (batch.length === 1 || isDatabaseFault(error)) for (const { reject } of batch) reject(error);
      else {
        const half = Math.ceil(batch.length / 2);
        await sendBatch(batch.slice(0, half));
        await sendBatch(batch.slice(half));
      }
    }
  }

  return {
    append: (entry: Entry): Promise<AppendResult | 'locked'> =>
      new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
        send();
      }),
    waiting: (): number => waiting.length,
  };
}
