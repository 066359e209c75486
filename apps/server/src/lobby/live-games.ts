import type { GameState } from '@terrace/game';
import { type GameId, kindOf, type PlayerId } from '@terrace/protocol';
import { createMultimap } from '../multimap.ts';
import type { RatingsOf } from '../ratings/ratings.ts';
import { createRanking } from './ranking.ts';

/** Spectator numbers change the order of featured games no more often than this, in ms. */
const REORDER_EVERY_MS = 10_000;

/** What happened to live games since the last time. */
export type LiveGameChanges = {
  /** Whether games have started or ended, or their order may have changed. */
  readonly reorder: boolean;
  /** Games of which more than the board has changed. */
  readonly changed: ReadonlySet<GameId>;
  /** Games whose board has changed. */
  readonly moved: ReadonlySet<GameId>;
};

type Services = {
  readonly ratingsOf: RatingsOf;
  /** How many watch a game that is new here. */
  readonly watching: (id: GameId) => number;
  /** Called when there are changes to take. */
  readonly onChange: () => void;
  readonly report: (error: unknown) => void;
};

export type LiveGames = ReturnType<typeof createLiveGames>;

/** Public live games, ranked, and their changes since these were last taken. */
export function createLiveGames({ ratingsOf, watching, onChange, report }: Services) {
  const ranking = createRanking();
  const playing = createMultimap<PlayerId, GameId>();
  let [reorder, spectatorsChanged] = [false, false];
  let [changed, moved] = [new Set<GameId>(), new Set<GameId>()];
  let reorderedAt = 0;

  function setPlaying(id: GameId, state: GameState, isPlaying: boolean): void {
    for (const { player } of state.seats) {
      if (player === null) continue;
      if (isPlaying) playing.add(player.id, id);
      else playing.delete(player.id, id);
    }
  }

  async function readRatings(id: GameId, { settings, seats }: GameState): Promise<void> {
    const kind = kindOf(settings, seats.length);
    if (kind === null) return;
    const ratings = await ratingsOf(
      seats.flatMap(({ player }) => player?.id ?? []),
      kind,
    );
    const game = ranking.get(id);
    if (game === undefined || ratings.size === 0) return;
    ranking.put({ ...game, ratings });
    changed.add(id);
    reorder = true;
    onChange();
  }

  function remove(id: GameId): void {
    const game = ranking.get(id);
    if (game === undefined) return;
    ranking.remove(id);
    setPlaying(id, game.state, false);
    reorder = true;
    onChange();
  }

  return {
    ranking,
    /** A public live game that a player is in; undefined for none. */
    gameOf: (player: PlayerId): GameId | undefined => playing.get(player).values().next().value,

    /** Takes the state of a game over. A game that is not live, or not public, is removed. */
    update(id: GameId, state: GameState): void {
      if (state.status !== 'live' || state.settings.seen !== 'public') {
        remove(id);
        return;
      }
      const known = ranking.get(id);
      ranking.put({ id, state, ratings: known?.ratings ?? new Map(), watching: known?.watching ?? watching(id) });
      if (known === undefined) {
        reorder = true;
        setPlaying(id, state, true);
        readRatings(id, state).catch(report);
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
      const now = performance.now();
      const changes = {
        reorder: reorder || (spectatorsChanged && now - reorderedAt >= REORDER_EVERY_MS),
        changed,
        moved,
      };
      if (changes.reorder) [reorderedAt, spectatorsChanged] = [now, false];
      reorder = false;
      [changed, moved] = [new Set(), new Set()];
      return changes;
    },
  };
}
