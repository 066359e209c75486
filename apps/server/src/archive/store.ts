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

/** Filters of a search in the archive, with players by id. */
export type ArchiveSearch = Omit<GameFilter, 'opponent'> & {
  readonly player?: PlayerId | undefined;
  readonly opponent?: PlayerId | undefined;
};

/** A page of finished games, latest end first, begins after this one. Instants are ms since 1970. */
export type GameCursor = { readonly endedAt: number; readonly id: GameId };

/** A page of a leaderboard begins after this row. */
export type LeaderboardCursor = { readonly rating: number; readonly id: string; readonly place: number };

export type Page<Row, After> = { readonly rows: readonly Row[]; readonly next: After | null };

/** Reads finished games, profiles and leaderboards. Games by link are visible only to their players; `viewer` is who asks. */
export type Archive = {
  finished(
    search: ArchiveSearch,
    viewer: PlayerId | undefined,
    after: GameCursor | null,
    limit: number,
  ): Promise<Page<FinishedGame, GameCursor>>;
  profile(player: Player, viewer: PlayerId | undefined, now: number): Promise<PlayerProfile | undefined>;
  ratingHistory(player: PlayerId, kind: RatingKind, viewer: PlayerId | undefined): Promise<RatingHistory>;
  leaderboard(
    kind: RatingKind,
    now: number,
    after: LeaderboardCursor | null,
    limit: number,
  ): Promise<Page<Leaderboard['rows'][number], LeaderboardCursor>>;
};
