import type { GameId, PlayerId, Refusal } from '@terrace/protocol';
import type { Result } from '@terrace/rules';
import type { Once } from '../game-service/command-ids.ts';

/** The instants are ms since 1970; `until` is the present end. */
export type Vacation = { readonly since: number; readonly until: number };

export type OwnVacation = Vacation & { readonly player: PlayerId };

/** Every function throws DatabaseUnavailable or DatabaseBusy. */
export type VacationStore = {
  /** A player's vacations that end after an instant, oldest first. */
  of(player: PlayerId, after: number): Promise<readonly Vacation[]>;
  /**
   * Locks the player, so that two requests cannot begin or end a vacation at the same time.
   * @throws also when `once` was executed before
   */
  change(
    player: PlayerId,
    after: number,
    decide: (vacations: readonly Vacation[]) => Result<Vacation, Refusal>,
    once?: Once,
  ): Promise<Result<Vacation, Refusal>>;

  /** The vacations whose present state some game may lack. */
  unwritten(): Promise<readonly OwnVacation[]>;
  /** The player's live games without a clock of minutes, the most urgent first. */
  gamesOf(player: PlayerId): Promise<readonly GameId[]>;
  /** All games have this state, unless it has changed since. */
  markWritten(vacation: OwnVacation): Promise<void>;
  /** The running vacations of these players must be written again, because a game of theirs began. */
  writeAgain(players: readonly PlayerId[], at: number): Promise<number>;
  /** The same for all players with a game that changed since an instant. */
  writeAgainWhereChanged(since: number, at: number): Promise<number>;
};
