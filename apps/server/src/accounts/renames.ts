import { type GameId, type Player, SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import { exceptDatabaseFaults, isUnsaved } from '../game-service/games.ports.ts';
import type { GameService } from '../game-service/service.ts';
import type { Bus } from '../runtime/nodes.ports.ts';
import { type Cancel, pause, type Scheduler } from '../runtime/scheduler.ts';
import { singleFlight } from '../runtime/single-flight.ts';
import { type RenameStore, type Renaming, RenamingUnavailable } from './renames.ports.ts';
import type { Withdraw } from './withdrawal.ts';

const MAX_GAMES_PER_TRANSACTION = 50;
const MAX_EVICTED_PER_MESSAGE = 1_000;

/** How long a read log may take to be cached. */
const READ_MS = 6 * SECOND_MS;

/** How long a node that missed the message, or a waiting request, may still write the old name. */
const SETTLE_MS = 20 * SECOND_MS;

/** How often to check for renamings from other nodes and to retry waiting ones. */
const POLL_EVERY_MS = SECOND_MS;

/** The longest pause after a portion. The clock may jump during one, for example while the machine sleeps. */
const MAX_PAUSE_AFTER_PORTION_MS = 5 * SECOND_MS;

/** Pauses after failures start at one second and double up to this. */
const MAX_PAUSE_MS = 60 * SECOND_MS;

type Dependencies = {
  readonly service: Pick<GameService, 'command'>;
  readonly store: RenameStore;
  readonly withdraw: Withdraw;
  readonly bus: Pick<Bus, 'topic'>;
  readonly isLeader: () => boolean;
  readonly evict: (games: readonly GameId[]) => void;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** One renaming in portions. `wait` means that nothing can be done for a while. */
type Portions = AsyncGenerator<'more' | 'wait', void>;

/**
 * Writes new names in small portions. Live games get a `renamed` event, then the old name is replaced in stored data.
 * The leader does this, and its successor continues. Before that, deleted players leave games that have not begun.
 */
export function createRenames({ service, store, withdraw, bus, isLeader, evict, ...needs }: Dependencies) {
  const { scheduler, reportError } = needs;
  const { now, elapsed, every } = scheduler;
  const report = exceptDatabaseFaults(reportError); // the work is repeated
  const begun = bus.topic('rename-begun', z.object({}));
  const running = new Map<string, Portions>();
  const failed = new Map<string, { readonly times: number; readonly retryAt: number }>();
  let isRequested = false;
  let stopPolling: Cancel | undefined;

  async function renameInUnfinished(gameId: GameId, renaming: Renaming): Promise<readonly GameId[]> {
    const command = { type: 'rename', player: renaming.player } as const;
    const answer = await service.command({ gameId, by: null, command, arrivedAt: now() });
    if (!answer.ok && isUnsaved(answer.error)) return [gameId];
    const { renamed, locked } = await store.renameInGames(renaming, [gameId], 'all');
    if (!answer.ok && renamed.length > 0) evict(renamed); // the game has ended: other nodes receive no event
    return locked;
  }

  async function renameInGames(games: readonly GameId[], renaming: Renaming): Promise<readonly GameId[]> {
    const { renamed, unfinished, locked } = await store.renameInGames(renaming, games, 'finished');
    if (renamed.length > 0) evict(renamed);
    const left = [...locked];
    for (const gameId of unfinished) left.push(...(await renameInUnfinished(gameId, renaming)));
    return left;
  }

  async function* listsAfter(player: Player, after: string): AsyncGenerator<readonly GameId[], void> {
    for (let list = await store.gamesAfter(player, after); list.length > 0; ) {
      yield list;
      list = await store.gamesAfter(player, list.at(-1) ?? after);
    }
  }

  /** Renames in all remaining games, and saves the progress until a game is locked. */
  async function* everyGame(renaming: Renaming): Portions {
    const left: GameId[] = [];
    for await (const list of listsAfter(renaming.player, renaming.doneUpTo)) {
      for (const portion of portionsOf(list, MAX_GAMES_PER_TRANSACTION)) {
        left.push(...(await renameInGames(portion, renaming)));
        const last = portion.at(-1);
        if (left.length === 0 && last !== undefined) await store.keepProgress(renaming, last);
        yield 'more';
      }
    }
    if (left.length > 0) yield 'wait';
    yield* theseGames(left, renaming);
  }

  async function* theseGames(games: readonly GameId[], renaming: Renaming): Portions {
    for (let left = games; left.length > 0; ) {
      const locked: GameId[] = [];
      for (const portion of portionsOf(left, MAX_GAMES_PER_TRANSACTION)) {
        locked.push(...(await renameInGames(portion, renaming)));
        yield 'more';
      }
      if (locked.length > 0) yield 'wait';
      left = locked;
    }
  }

  /** Evicts again, since states may have been cached from logs read before the rewrite. */
  async function* evictFinished({ player }: Renaming): Portions {
    const live = new Set(await store.unfinishedGames(player));
    for await (const list of listsAfter(player, '')) {
      for (const portion of portionsOf(list, MAX_EVICTED_PER_MESSAGE))
        evict(portion.filter((gameId) => !live.has(gameId)));
      yield 'more';
    }
  }

  async function* everyMessage(renaming: Renaming): Portions {
    for (let after: number | undefined = 0; after !== undefined; ) {
      after = await store.renameInChat(renaming, after);
      yield 'more';
    }
  }

  async function* until(instant: number): Portions {
    while (now() < instant) yield 'wait';
  }

  async function* portionsOfRenaming(renaming: Renaming): Portions {
    const { player, beganAt } = renaming;
    if (renaming.isClosed && !(await withdraw(player)))
      throw new RenamingUnavailable(`a table of ${player.id} is busy`);
    for (const gameId of await store.unfinishedGames(player)) {
      await renameInUnfinished(gameId, renaming); // retried below if locked
      yield 'more';
    }
    await store.renameInNotices(renaming);
    yield* everyMessage(renaming);
    yield* everyGame(renaming);

    yield* until(now() + READ_MS);
    yield* evictFinished(renaming);

    yield* until(Math.max(beganAt + SETTLE_MS, now() + READ_MS));
    yield* theseGames(await store.gamesChangedSince(player, beganAt), renaming);
    yield* everyMessage(renaming);
    await store.renameInNotices(renaming);
    await store.finish(renaming);
  }

  async function loadRenamings(): Promise<void> {
    const renamings = new Map((await store.unfinished()).map((each) => [`${each.player.id} ${each.beganAt}`, each]));
    for (const key of [...running.keys(), ...failed.keys()]) {
      if (renamings.has(key)) continue;
      running.delete(key); // the player has a newer name
      failed.delete(key);
    }
    for (const [key, renaming] of renamings) {
      const isPaused = (failed.get(key)?.retryAt ?? 0) > elapsed();
      if (!running.has(key) && !isPaused) running.set(key, portionsOfRenaming(renaming));
    }
  }

  /**
   * Moves share the disk and the cores, so each portion is followed by a pause of the same length.
   *
   * @returns whether to continue at once
   */
  async function step(key: string, portions: Portions, closing: AbortSignal): Promise<boolean> {
    const beganAt = elapsed();
    try {
      const { done, value } = await portions.next();
      if (done) running.delete(key);
      await pause(scheduler, Math.min(elapsed() - beganAt, MAX_PAUSE_AFTER_PORTION_MS), closing).catch(() => undefined);
      return !done && value === 'more';
    } catch (error) {
      if (!(error instanceof RenamingUnavailable)) report(error);
      const times = (failed.get(key)?.times ?? 0) + 1;
      const pauseMs = Math.min(MAX_PAUSE_MS, SECOND_MS * 2 ** (times - 1));
      failed.set(key, { times, retryAt: elapsed() + pauseMs });
      running.delete(key);
      return false;
    }
  }

  /** Alternates between renamings until all of them wait, so that a large one does not delay others. */
  async function work(closing: AbortSignal): Promise<void> {
    let active: readonly (readonly [string, Portions])[] = [];
    while ((isRequested || active.length > 0) && isLeader() && !closing.aborted) {
      if (isRequested) {
        isRequested = false;
        await loadRenamings();
        active = [...running];
      }
      const next: (readonly [string, Portions])[] = [];
      for (const each of active) if (running.has(each[0]) && (await step(...each, closing))) next.push(each);
      active = next;
    }
    if (!isLeader()) running.clear();
  }

  const working = singleFlight(work, report);

  function requestWork(): void {
    isRequested = true;
    working.request();
  }

  begun.on(requestWork);

  return {
    begin: (): void => begun.announce({}),

    start(): void {
      stopPolling = every(POLL_EVERY_MS, requestWork);
      requestWork();
    },

    async close(): Promise<void> {
      stopPolling?.();
      await working.close();
    },
  };
}

function portionsOf<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
