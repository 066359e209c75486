import type { GameState } from '@terrace/game';
import { type GameId, kindOf, type PlayerId } from '@terrace/protocol';
import type { RatingsOf } from '../ratings/ratings.ts';
import type { LiveGameChanges } from './featured.ts';
import { createRanking } from './ranking.ts';

/** Boards change places on account of their spectators no more often than this, in ms. */
const REORDER = 10_000;

export type LiveGames = ReturnType<typeof createLiveGames>;

/** Public live games, best first, and what has become of them since it was last asked. */
export function createLiveGames(ratingsOf: RatingsOf, onNews: () => void, report: (fault: unknown) => void) {
  const games = createRanking();
  const playing = new Map<PlayerId, Set<GameId>>();
  let [reorder, crowds] = [false, false];
  let [changed, moved] = [new Set<GameId>(), new Set<GameId>()];
  let reorderedAt = 0;

  function notePlayers(id: GameId, state: GameState, on: boolean): void {
    for (const { player } of state.seats) {
      if (player === null) continue;
      const ids = playing.get(player.id) ?? new Set();
      if (on) ids.add(id);
      else ids.delete(id);
      if (ids.size > 0) playing.set(player.id, ids);
      else playing.delete(player.id);
    }
  }

  async function rate(id: GameId, { settings, seats }: GameState): Promise<void> {
    const kind = kindOf(settings, seats.length);
    if (kind === null) return;
    const ratings = await ratingsOf(
      seats.flatMap(({ player }) => player?.id ?? []),
      kind,
    );
    const game = games.get(id);
    if (game === undefined || ratings.size === 0) return;
    games.put({ ...game, ratings });
    changed.add(id);
    reorder = true;
    onNews();
  }

  function end(id: GameId): void {
    const game = games.get(id);
    if (game === undefined) return;
    games.remove(id);
    notePlayers(id, game.state, false);
    reorder = true;
    onNews();
  }

  return {
    ranking: games,
    isPlaying: (player: PlayerId): boolean => playing.has(player),

    /** Takes a game as it is now. One that is not live, or not for everybody, is not here. */
    take(id: GameId, state: GameState): void {
      if (state.status !== 'live' || state.settings.seen !== 'public') {
        end(id);
        return;
      }
      const known = games.get(id);
      games.put({ id, state, ratings: known?.ratings ?? new Map(), watching: known?.watching ?? 0 });
      if (known === undefined) {
        reorder = true;
        notePlayers(id, state, true);
        rate(id, state).catch(report);
      }
      moved.add(id);
      onNews();
    },

    /** So many watch a game. */
    watch(id: GameId, watching: number): void {
      const game = games.get(id);
      if (game === undefined || game.watching === watching) return;
      games.put({ ...game, watching });
      crowds = true;
      moved.add(id);
      onNews();
    },

    takeNews(): LiveGameChanges {
      const now = performance.now();
      const news = { reorder: reorder || (crowds && now - reorderedAt >= REORDER), changed, moved };
      if (news.reorder) [reorderedAt, crowds] = [now, false];
      reorder = false;
      [changed, moved] = [new Set(), new Set()];
      return news;
    },
  };
}
