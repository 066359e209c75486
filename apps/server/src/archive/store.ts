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

/** What to look for, with players by id. */
export type ArchiveSearch = Omit<GameFilter, 'opponent'> & {
  readonly player?: PlayerId | undefined;
  readonly opponent?: PlayerId | undefined;
};

/** Where a page of finished games begins: after this one, newest end first. Instants are ms since 1970. */
export type GameCursor = { readonly endedAt: number; readonly id: GameId };

/** Where a page of a leaderboard begins: after this row. */
export type LeaderboardCursor = { readonly rating: number; readonly id: string; readonly place: number };

export type Page<Row, After> = { readonly rows: readonly Row[]; readonly next: After | null };

/** What the pages of results read. Games by link are found only for those who sat in them; `asker` is who asks. */
export type Archive = {
  finished(
    search: ArchiveSearch,
    asker: PlayerId | undefined,
    after: GameCursor | null,
    most: number,
  ): Promise<Page<FinishedGame, GameCursor>>;
  profile(player: Player, asker: PlayerId | undefined, now: number): Promise<PlayerProfile | undefined>;
  ratingHistory(player: PlayerId, kind: RatingKind): Promise<RatingHistory>;
  leaderboard(
    kind: RatingKind,
    now: number,
    after: LeaderboardCursor | null,
    most: number,
  ): Promise<Page<Leaderboard['rows'][number], LeaderboardCursor>>;
};
