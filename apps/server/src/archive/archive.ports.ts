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

export type ArchiveSearch = Omit<GameFilter, 'opponent'> & {
  readonly player?: PlayerId | undefined;
  readonly opponent?: PlayerId | undefined;
};

type PlayedProfile = Omit<PlayerProfile, 'followers' | 'followed' | 'vacationUntil'>;

/** The last game of the previous page. */
export type GameCursor = { readonly endedAt: number; readonly id: GameId };

/** The last row of the previous page. */
export type LeaderboardCursor = { readonly rating: number; readonly id: string; readonly place: number };

type Page<Row, After> = { readonly rows: readonly Row[]; readonly next: After | null };

/** Games by link are visible to their players only; `viewer` is the caller. */
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
  /** By established ratings, or by all ratings if none is established; blitz wins ties. */
  mostActiveKind(now: number): Promise<RatingKind>;
};
