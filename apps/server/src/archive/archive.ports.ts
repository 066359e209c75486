import type {
  FinishedGame,
  GameFilter,
  GameId,
  Leaderboard,
  Player,
  PlayerId,
  PlayerProfile,
  RatingHistory,
  RatingKind,
} from '@terrace/protocol';

/** Archive search filters, with players by id. */
export type ArchiveSearch = Omit<GameFilter, 'opponent'> & {
  readonly player?: PlayerId | undefined;
  readonly opponent?: PlayerId | undefined;
};

/** The part of a profile that is derived from games. */
type PlayedProfile = Omit<PlayerProfile, 'followers' | 'followed'>;

/** The game after which a page of finished games begins, latest end first. Instants are ms since 1970. */
export type GameCursor = { readonly endedAt: number; readonly id: GameId };

/** The row after which a leaderboard page begins. */
export type LeaderboardCursor = { readonly rating: number; readonly id: string; readonly place: number };

type Page<Row, After> = { readonly rows: readonly Row[]; readonly next: After | null };

/** Reads finished games, profiles and leaderboards. Only its players may see a game by link; `viewer` is the caller. */
export type Archive = {
  finished(
    search: ArchiveSearch,
    viewer: PlayerId | undefined,
    after: GameCursor | null,
    limit: number,
  ): Promise<Page<FinishedGame, GameCursor>>;
  profile(player: Player, viewer: PlayerId | undefined, now: number): Promise<PlayedProfile | undefined>;
  ratingHistory(player: PlayerId, kind: RatingKind, viewer: PlayerId | undefined): Promise<RatingHistory>;
  leaderboard(
    kind: RatingKind,
    now: number,
    after: LeaderboardCursor | null,
    limit: number,
  ): Promise<Page<Leaderboard['rows'][number], LeaderboardCursor>>;
  provisional(kind: RatingKind, now: number, limit: number): Promise<Leaderboard['provisional']>;
  /** The kind with the most established ratings, or the most ratings if none is established; blitz wins ties. */
  livelyKind(now: number): Promise<RatingKind>;
};
