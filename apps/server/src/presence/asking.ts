import type { GameId } from '@terrace/protocol';
import { createListeners } from '../runtime/listeners.ts';
import type { Cluster } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';

/** After Redis returns, messages of all nodes are missing, and one question for each game finds them. */
const ASK_AFTER_GAP_MS = 100;

/** Nodes that have not answered are asked again this often and as many times. After that they count as hung. */
const ASK_EVERY_MS = 1_000;
const MAX_QUESTIONS = 10;

type Dependencies = {
  readonly cluster: Pick<Cluster, 'games' | 'isAlone' | 'isFullyConnected' | 'onGap'>;
  /** Asks the other nodes about a game. @returns whether all have answered */
  readonly question: (gameId: GameId) => Promise<boolean>;
  readonly machine: Pick<Scheduler, 'after'>;
  readonly reportError: (error: unknown) => void;
};

/** Asks the other nodes about each game from its first follower on, again after a gap and when an answer is missing. */
export function createAsking({ cluster, question, machine, reportError }: Dependencies) {
  const { games } = cluster;
  const asked = new Map<GameId, Promise<void>>();
  /** Games about which a node may not have answered, and how often it was asked. */
  const unanswered = new Map<GameId, number>();
  const answers = createListeners<[gameId: GameId]>(reportError);
  let isAskScheduled = false;
  let isRetryScheduled = false;

  function ask(gameId: GameId): void {
    const answered = question(gameId)
      .catch((error) => {
        reportError(error);
        return false;
      })
      .then((isComplete) => {
        if (asked.get(gameId) !== answered) return;
        asked.delete(gameId);
        const questions = (unanswered.get(gameId) ?? 0) + 1;
        if (isComplete || questions > MAX_QUESTIONS) unanswered.delete(gameId);
        else {
          unanswered.set(gameId, questions);
          retrySoon();
        }
        answers.call(gameId);
      });
    asked.set(gameId, answered);
  }

  function askAll(): void {
    isAskScheduled = false;
    for (const gameId of games.keys()) ask(gameId);
  }

  function retrySoon(): void {
    if (!isRetryScheduled) machine.after(ASK_EVERY_MS, retry);
    isRetryScheduled = true;
  }

  function retry(): void {
    isRetryScheduled = false;
    if (unanswered.size === 0) return;
    if (!cluster.isFullyConnected()) retrySoon();
    else for (const gameId of unanswered.keys()) ask(gameId);
  }

  if (!cluster.isAlone) games.onFollow(ask);
  games.onUnfollow((gameId) => {
    asked.delete(gameId);
    unanswered.delete(gameId);
  });
  cluster.onGap(() => {
    if (!isAskScheduled) machine.after(ASK_AFTER_GAP_MS, askAll);
    isAskScheduled = true;
  });

  return {
    /** Whether all other nodes have answered. */
    isKnown: (gameId: GameId): boolean =>
      cluster.isAlone || (games.has(gameId) && !asked.has(gameId) && !unanswered.has(gameId)),
    /** Resolves to `read` once the other nodes were asked about a game. */
    async whenAsked<T>(gameId: GameId, read: () => T): Promise<T> {
      const follower = {};
      try {
        await games.follow(gameId, follower);
        await asked.get(gameId);
        return read();
      } finally {
        games.unfollow(gameId, follower);
      }
    },
    /** Calls `listener` when other nodes have answered, and therefore send from now on what they publish about the game. */
    onAnswered: answers.add,
  };
}
