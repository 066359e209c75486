import { currentPosition, fold, type GameState } from '@terrace/game';
import { type GameId, type LoggedEvent, MINUTE_MS, type PlayerId, type RatedGame } from '@terrace/protocol';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import { createKeyedQueue } from '../game-service/keyed-queue.ts';
import type { Committed } from '../game-service/service.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { type Batch, endIn, isSlow, mayBeCause, needsStateBefore, newsIn, turnCause, turnEvent } from './causes.ts';
import type { Cause, NotificationStore, Superseded } from './notifications.ports.ts';

/** A rated game is announced with its rating change; without a rating by then, without the change. */
const RATING_MS = MINUTE_MS;

type Change = { readonly player: PlayerId; readonly before: number; readonly after: number };

type Dependencies = {
  readonly store: Pick<NotificationStore, 'changedGames'>;
  readonly readLog: (gameId: GameId) => Promise<readonly LoggedEvent[]>;
  readonly currentState: (gameId: GameId) => Promise<GameState | null>;
  /** Resolves when the queued moves of a game have been played. */
  readonly untilQueuePlayed: (gameId: GameId) => Promise<void>;
  readonly ratingChanges: (gameId: GameId) => Promise<readonly Change[] | undefined>;
  readonly save: (causes: readonly Cause[], superseded: Superseded) => Promise<void>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export type Derivation = ReturnType<typeof createDerivation>;

/** Derives causes from the log: at each commit of this node, and again for everything since an instant. */
export function createDerivation({ store, readLog, currentState, save, scheduler, ...needs }: Dependencies) {
  const { now } = scheduler;
  const enqueue = createKeyedQueue<GameId>();
  const running = new Set<Promise<void>>();
  let isClosed = false;
  let missedSince: number | undefined;

  /** The end of a game; empty while its rating is pending. */
  async function endCauses(batch: Omit<Batch, 'before'>): Promise<readonly Cause[]> {
    const { gameId, state } = batch;
    const changes = state.settings.rated && state.endedAt !== null ? await needs.ratingChanges(gameId) : [];
    if (changes === undefined && now() - (state.endedAt ?? 0) < RATING_MS) return [];
    return endIn(batch, (player) => {
      const change = changes?.find((each) => each.player === player);
      return change === undefined ? null : change.after - change.before;
    });
  }

  async function causesOfCommit(gameId: GameId, events: readonly LoggedEvent[], after: GameState): Promise<void> {
    const isTurn = isSlow(after.settings);
    if (isTurn) await needs.untilQueuePlayed(gameId);
    const began = turnEvent(events);
    const log = needsStateBefore(events) || (isTurn && began === undefined) ? await readLog(gameId) : undefined;
    const first = events[0]?.seq ?? 1;
    const before = log === undefined ? null : foldTo(log, first - 1);
    const turn = began ?? turnEvent((log ?? []).filter(({ seq }) => seq <= after.seq));
    const given = turn === undefined ? undefined : turnCause(gameId, after, turn);
    const batch = { gameId, before, events, state: after };
    const causes = merge([...newsIn(batch), ...(await endCauses(batch))], given);
    const isCurrent = given !== undefined && isSameTurn(await currentState(gameId), after);
    const superseded = isTurn && endsTurn(events) ? [gameId] : [];
    await save(isCurrent ? causes : causes.filter((cause) => cause !== given), superseded);
  }

  /** What began at an instant is derived again, after an error that is reported unless the database was busy or down. */
  function missed(at: number, error: unknown): void {
    missedSince = Math.min(missedSince ?? at, at);
    exceptDatabaseFaults(needs.reportError)(error);
  }

  function track(work: Promise<void>): void {
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  /** All causes in a game's log since an instant. Only its current turn counts: earlier ones have been played. */
  async function rederive(gameId: GameId, since: number): Promise<void> {
    const log = await readLog(gameId);
    const causes: Cause[] = [];
    let state: GameState | null = null;
    for (const events of batchesOf(log)) {
      const before: GameState | null = state;
      const after: GameState | null = fold(before, events);
      if (after === null) return;
      state = after;
      if ((events[0]?.at ?? 0) < since) continue;
      const batch = { gameId, before, events, state: after };
      const began = turnEvent(events);
      const given = began === undefined ? undefined : turnCause(gameId, after, began);
      causes.push(...merge([...newsIn(batch), ...(await endCauses(batch))], given).filter((cause) => cause !== given));
    }
    const began = turnEvent(log);
    const turn =
      state === null || began === undefined || began.at < since ? undefined : turnCause(gameId, state, began);
    const found = [...causes, ...(turn === undefined ? [] : [turn])];
    if (found.length > 0) await save(found, []);
  }

  return {
    missed,

    /** Creates the causes of a commit of this node, after its queued moves have been played. */
    react({ isLocal, gameId, events, state }: Committed): void {
      if (!isLocal || isClosed || !mayBeCause(events, state)) return;
      const at = events[0]?.at ?? now();
      track(enqueue(gameId, () => causesOfCommit(gameId, events, state)).catch((error: unknown) => missed(at, error)));
    },

    /** The end of a rated game, once its ratings are known. */
    async rated({ gameId }: Pick<RatedGame, 'gameId'>): Promise<void> {
      const log = await readLog(gameId);
      const ended = batchesOf(log).find((events) => events.some(({ event }) => event.type === 'ended'));
      const state = fold(null, log);
      if (ended !== undefined && state !== null) await save(await endCauses({ gameId, events: ended, state }), []);
    },

    /** The instant of the first commit whose causes could not be saved; undefined if there is none. Asking clears it. */
    takeMissed(): number | undefined {
      const since = missedSince;
      missedSince = undefined;
      return since;
    },

    /** Creates what is missing since an instant. Repeating it changes nothing. @returns the number of games */
    async rederiveSince(since: number, stop: AbortSignal): Promise<number> {
      const games = await store.changedGames(since);
      for (const gameId of games) {
        if (stop.aborted) break;
        await enqueue(gameId, () => rederive(gameId, since));
      }
      return games.length;
    },

    async close(): Promise<void> {
      isClosed = true;
      await Promise.all(running);
    },
  };
}

const foldTo = (log: readonly LoggedEvent[], last: number): GameState | null =>
  fold(
    null,
    log.filter(({ seq }) => seq <= last),
  );

const isSameTurn = (now: GameState | null, then: GameState): boolean =>
  now?.status === 'live' && now.playedAt === then.playedAt && currentPosition(now).ply === currentPosition(then).ply;

const endsTurn = (events: readonly LoggedEvent[]): boolean =>
  events.some(({ event: { type } }) => type === 'moved' || type === 'undone' || type === 'out' || type === 'ended');

/** A player on turn is notified of the turn only, and not of the start that gave it. */
const merge = (causes: readonly Cause[], turn: Cause | undefined): readonly Cause[] => [
  ...causes.filter(({ to, details }) => to !== turn?.to || !['started', 'joined', 'answered'].includes(details.kind)),
  ...(turn === undefined ? [] : [turn]),
];

/** The events of each command: they have its id, sender and instant in common. */
function batchesOf(log: readonly LoggedEvent[]): readonly (readonly LoggedEvent[])[] {
  const batches: LoggedEvent[][] = [];
  for (const logged of log) {
    const [last] = batches.at(-1) ?? [];
    const isSame = last?.at === logged.at && last.by === logged.by && last.commandId === logged.commandId;
    if (isSame) batches.at(-1)?.push(logged);
    else batches.push([logged]);
  }
  return batches;
}
