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

/** A profile but for what is not derived from games. */
type PlayedProfile = Omit<PlayerProfile, 'followers' | 'followed'>;

/** A page of finished games, latest end first, begins after this one. Instants are ms since 1970. */
export type GameCursor = { readonly endedAt: number; readonly id: GameId };

/** A page of a leaderboard begins after this row. */
export type LeaderboardCursor = { readonly rating: number; readonly id: string; readonly place: number };

type Page<Row, After> = { readonly rows: readonly Row[]; readonly next: After | null };

/** Reads finished games, profiles and leaderboards. Games by link are visible only to their players; `viewer` is who asks. */
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
  /** The kind of which most ratings are established; where none is, the one with most ratings, blitz before others. */
  livelyKind(now: number): Promise<RatingKind>;
};
