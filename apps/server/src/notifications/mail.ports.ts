import type { CommandId, PlayerId } from '@terrace/protocol';
import type { Task } from '../errands/errands.ports.ts';
import type { StoredNotification } from './notifications.ports.ts';

/** The notifications that wait for a mail. All functions throw DatabaseUnavailable or DatabaseBusy. */
export type MailStore = {
  /**
   * Players with notifications that are due: first those about the security of accounts, then the longest waiting. A mail
   * after `mailedBefore` delays all but notifications about the security of the account.
   */
  due(now: number, mailedBefore: number, limit: number): Promise<readonly PlayerId[]>;
  /**
   * Since when the oldest due mail has been waiting, also if attempts failed. The pause after a player's
   * mail of `pauseMs` does not count as waiting. Null if none waits.
   */
  dueSince(now: number, pauseMs: number): Promise<number | null>;
  /**
   * Takes the notifications of a player's next mail, up to `limit`. A mail that was taken and not settled has the same
   * ones again, except those that the player has read since.
   *
   * @returns undefined while another node sends, until `until`
   */
  take(player: PlayerId, times: TakeTimes, limit: number): Promise<TakenMail | undefined>;
  /** The taken mail is done. Other mails wait from `countedAt` on; null if none was sent, or one that does not count. */
  settle(player: PlayerId, countedAt: number | null): Promise<void>;
  /** The taken mail could not be sent. It is tried again after `retryAt`. */
  postpone(player: PlayerId, retryAt: number): Promise<void>;
};

/** `key` is the same on every attempt. */
type TakenMail = { readonly key: string; readonly notifications: readonly StoredNotification[] };

type TakeTimes = { readonly now: number; readonly mailedBefore: number; readonly until: number };

/** An answer to a mail with a command: whether it was executed, and a text that may have several lines. */
export type Answer = Extract<Task, { kind: 'mail-answer' }>;

/** Mails whose commands were executed. */
export type MailCommands = {
  /** Whether a command that is no event of a game was executed. The log of the game has the ids of the others. */
  wasExecuted(id: CommandId): Promise<boolean>;
  has(id: string): Promise<boolean>;
  /**
   * Adds a mail together with the errand of its answer, so that neither is stored without the other.
   *
   * @param answer undefined leaves the mail unanswered
   * @returns whether the mail is new; otherwise nothing is stored
   */
  add(id: string, player: PlayerId, now: number, answer: Answer | undefined): Promise<boolean>;
  deleteBefore(at: number): Promise<void>;
};
