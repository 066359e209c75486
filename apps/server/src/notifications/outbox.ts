import { fold, type GameState, moverOf } from '@terrace/game';
import {
  type ChatMessage,
  type GameId,
  type LoggedEvent,
  MINUTE_MS,
  type PlayerId,
  SECOND_MS,
} from '@terrace/protocol';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import { isSlow } from '../game-service/news.ts';
import { ratedResult } from '../ratings/rated-result.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { backoffMs, createWorkers } from '../runtime/workers.ts';
import type { createNotifications } from './create.ts';
import { causesOfCommit, type RatingChange, statesOf } from './derive.ts';
import type { OutboxRow, OutboxStore } from './outbox.ports.ts';

const SLOTS = 8;
/** Short, because deriving twice adds nothing, and the rows of a process that ended are soon due again. */
const LEASE_MS = 10 * SECOND_MS;

/** Without a request, such as from another node. */
const EVERY_MS = SECOND_MS / 2;

/** A game that counts is announced with its rating change; without one by then, without the change. */
const RATING_MS = MINUTE_MS;

/** A turn is announced when the player's planned reply has not been played by then. */
const PLANNED_MS = 10 * SECOND_MS;

/** How soon to look again for a rating or a planned reply. */
const AGAIN_MS = SECOND_MS / 4;

/** A row that cannot be derived is given up after about 16 hours. */
const MAX_ATTEMPTS = 12;

type Dependencies = {
  readonly store: OutboxStore;
  readonly readLog: (gameId: GameId) => Promise<readonly LoggedEvent[]>;
  readonly ratingChanges: (gameId: GameId) => Promise<readonly RatingChange[] | undefined>;
  /** Whether a player has planned moves that are not processed yet for event `seq`, or one in flight. */
  readonly hasPlannedMove: (gameId: GameId, player: PlayerId, seq: number) => Promise<boolean>;
  readonly message: (id: number) => Promise<ChatMessage | undefined>;
  readonly blockersOf: (player: PlayerId) => Promise<readonly PlayerId[]>;
  readonly create: Pick<ReturnType<typeof createNotifications>, 'save' | 'chat'>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Derives the notifications of committed events and messages, each from its row in the outbox. */
export function createOutbox({ store, readLog, create, scheduler, reportError, ...needs }: Dependencies) {
  const { now } = scheduler;

  /** @returns when to try again, if something that the commit waits for is missing */
  async function derive({ gameId, at }: OutboxRow, after: number, seq: number): Promise<number | undefined> {
    const log = await readLog(gameId);
    const { state, current, events } = statesOf({ log, after, seq });
    if (state === null || current === null) return undefined;
    const isEnd = events.some(({ event }) => event.type === 'ended');
    const counts = isEnd && ratedResult(state) !== undefined;
    const changes = counts ? await needs.ratingChanges(gameId) : undefined;
    if (counts && changes === undefined && now() - at < RATING_MS) return now() + AGAIN_MS;
    if (await waitsForPlannedMove(gameId, state, current, at)) return now() + AGAIN_MS;
    const { causes, superseded } = causesOfCommit({ gameId, log, after, seq, changes });
    await create.save(causes, { state: current, superseded });
    return undefined;
  }

  async function waitsForPlannedMove(gameId: GameId, state: GameState, current: GameState, at: number) {
    const mover = moverOf(state);
    if (!mover || !isSlow(state.settings) || current.seq !== state.seq || now() - at >= PLANNED_MS) return false;
    return needs.hasPlannedMove(gameId, mover.id, state.seq);
  }

  async function announce({ gameId }: OutboxRow, id: number): Promise<void> {
    const message = await needs.message(id);
    const state = fold(null, await readLog(gameId));
    if (message === undefined || state === null) return;
    await create.chat(gameId, message, await needs.blockersOf(message.by.id), state);
  }

  async function handle(row: OutboxRow): Promise<void> {
    const { about } = row;
    const again =
      about.kind === 'commit' ? await derive(row, about.after, about.seq) : await announce(row, about.message);
    if (again === undefined) await store.remove(row.id);
    else await store.postpone(row.id, again, false);
  }

  const workers = createWorkers<OutboxRow>({
    slots: SLOTS,
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    claim: (lease, free, running) => store.claim({ ...lease, except: [...running].map(({ id }) => id) }, free),
    async work(row) {
      try {
        await handle(row);
      } catch (error) {
        const isGivenUp = row.attempts >= MAX_ATTEMPTS;
        if (isGivenUp) await store.remove(row.id);
        else await store.postpone(row.id, now() + backoffMs(row.attempts), true);
        throw error;
      }
    },
    scheduler,
    reportError: exceptDatabaseFaults(reportError),
  });

  return { start: workers.request, request: workers.request, close: workers.close };
}
