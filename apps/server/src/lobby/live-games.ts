import { type GameState, moverOf } from '@terrace/game';
import { type GameId, isComputer, type PlayerId, ratingKindOf } from '@terrace/protocol';
import { GRACE_MS } from '../presence/grace.ts';
import { createMultimap } from '../presence/multimap.ts';
import type { RatingsOf } from '../ratings/ratings.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { createRanking } from './ranking.ts';

/** Changes of spectator counts reorder games at most this often. */
const REORDER_EVERY_MS = 10_000;

/** The absence of a player, or the wait of a computer for a person, after which a game is idle. */
const IDLE_AFTER_MS = GRACE_MS.few;

/** Idle checks run in batches so that they do not delay a move. */
const CHECK_EVERY_MS = 500;
const CHECKED_AT_A_TIME = 1_000;

export type LiveGameChanges = {
  readonly reorder: boolean;
  /** Games in which more than the board has changed. */
  readonly changed: ReadonlySet<GameId>;
  readonly moved: ReadonlySet<GameId>;
};

type Dependencies = {
  readonly ratingsOf: RatingsOf;
  readonly watching: (id: GameId) => number;
  /** The start of an absence, in ms since 1970. Null without one; undefined while presence is unknown. */
  readonly awaySince: (id: GameId, state: GameState) => number | null | undefined;
  readonly scheduler: Scheduler;
  readonly onChange: () => void;
  readonly reportError: (error: unknown) => void;
};

export function createLiveGames({ ratingsOf, watching, awaySince, scheduler, onChange, reportError }: Dependencies) {
  const { now, elapsed, every } = scheduler;
  const ranking = createRanking();
  const playing = createMultimap<PlayerId, GameId>();
  let [reorder, spectatorsChanged] = [false, false];
  let [changed, moved] = [new Set<GameId>(), new Set<GameId>()];
  let reorderedAt = Number.NEGATIVE_INFINITY;
  /** The earliest known `awaySince` of each game, since nodes forget it when they disconnect. */
  const leftAt = new Map<GameId, number>();
  let unchecked = ranking.ids();

  function setPlaying(id: GameId, state: GameState, isPlaying: boolean): void {
    for (const { player } of state.seats) {
      if (player === null) continue;
      if (isPlaying) playing.add(player.id, id);
      else playing.delete(player.id, id);
    }
  }

  async function readRatings(id: GameId, { settings, seats }: GameState): Promise<void> {
    const kind = ratingKindOf(settings, seats.length);
    if (kind === null) return;
    const players = seats.flatMap(({ player }) => player?.id ?? []);
    const ratings = await ratingsOf(players, kind);
    const game = ranking.get(id);
    if (game === undefined || ratings.size === 0) return;
    ranking.put({ ...game, ratings });
    changed.add(id);
    reorder = true;
    onChange();
  }

  function isIdle(id: GameId, state: GameState): boolean | undefined {
    const left = awaySince(id, state);
    if (left === undefined) return undefined;
    const since = left === null ? undefined : Math.min(left, leftAt.get(id) ?? left);
    if (since === undefined) leftAt.delete(id);
    else leftAt.set(id, since);
    const waitsSince = doesComputerWait(state) ? Math.min(state.lastAt, since ?? state.lastAt) : since;
    return waitsSince !== undefined && now() - waitsSince >= IDLE_AFTER_MS;
  }

  /** Changes nothing while presence is unknown. */
  function check(id: GameId): void {
    const game = ranking.get(id);
    if (game === undefined) return;
    const idle = isIdle(id, game.state);
    if (idle === undefined || idle === game.idle) return;
    ranking.put({ ...game, idle });
    changed.add(id);
    reorder = true;
    onChange();
  }

  function checkSome(): void {
    try {
      for (let n = 0; n < CHECKED_AT_A_TIME; n += 1) {
        const next = unchecked.next();
        if (next.done) {
          unchecked = ranking.ids();
          return;
        }
        check(next.value);
      }
    } catch (error) {
      reportError(error);
    }
  }

  const close = every(CHECK_EVERY_MS, checkSome);

  function remove(id: GameId): void {
    const game = ranking.get(id);
    if (game === undefined) return;
    leftAt.delete(id);
    ranking.remove(id);
    setPlaying(id, game.state, false);
    reorder = true;
    onChange();
  }

  return {
    ranking,
    gameOf: (player: PlayerId): GameId | undefined => playing.get(player).values().next().value,

    update(id: GameId, state: GameState): void {
      if (state.status !== 'live' || state.settings.seen !== 'public') {
        remove(id);
        return;
      }
      const known = ranking.get(id);
      const { ratings = new Map(), watching: count = watching(id), idle = false } = known ?? {};
      ranking.put({ id, state, ratings, watching: count, idle });
      check(id);
      if (known === undefined) {
        reorder = true;
        setPlaying(id, state, true);
        readRatings(id, state).catch(reportError);
      }
      moved.add(id);
      onChange();
    },

    setSpectators(id: GameId, watching: number): void {
      const game = ranking.get(id);
      if (game === undefined || game.watching === watching) return;
      ranking.put({ ...game, watching });
      spectatorsChanged = true;
      moved.add(id);
      onChange();
    },

    takeChanges(): LiveGameChanges {
      const at = elapsed();
      const changes = {
        reorder: reorder || (spectatorsChanged && at - reorderedAt >= REORDER_EVERY_MS),
        changed,
        moved,
      };
      if (changes.reorder) [reorderedAt, spectatorsChanged] = [at, false];
      reorder = false;
      [changed, moved] = [new Set(), new Set()];
      return changes;
    },

    close,
  };
}

function doesComputerWait(state: GameState): boolean {
  const mover = moverOf(state);
  return (
    mover !== null && !isComputer(mover) && state.seats.some(({ player }) => player !== null && isComputer(player))
  );
}
