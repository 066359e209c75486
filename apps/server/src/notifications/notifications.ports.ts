import type {
  GameId,
  Language,
  Notification,
  NotificationChoices,
  NotificationDetails,
  NotificationKind,
  PlayerId,
} from '@terrace/protocol';
import type { Lease } from '../runtime/workers.ts';
import type { PausedHosts } from './channels.ts';

/** Something a player is to be notified of. Instants here and below are ms since 1970. */
export type Cause = {
  readonly to: PlayerId;
  readonly key: string;
  readonly gameId: GameId | null;
  readonly at: number;
  readonly details: NotificationDetails;
};

export type NewNotification = Cause & { readonly isSeen: boolean };

/**
 * Notices of these kinds that were caused by an event of the game up to `upTo` no longer apply, and count as read, except
 * those of the turn that continues. Their keys end with the number of the event.
 */
export type Superseded = {
  readonly gameId: GameId;
  readonly kinds: readonly Extract<NotificationKind, 'turn' | 'time-short' | 'invited'>[];
  readonly upTo: number;
  readonly turn: { readonly player: PlayerId; readonly seq: number } | null;
};

/** What is left to do for a notification: to decide how it is delivered, or to send it to the player's devices. */
export type Pending = 'decide' | 'push';

export type StoredNotification = {
  readonly notification: Notification;
  readonly to: PlayerId;
  readonly key: string;
  readonly pending: readonly Pending[];
};

/** A notification that is worked on, with the number of attempts, this one included. */
export type ClaimedNotification = StoredNotification & { readonly attempts: number };

export type RecipientRow = {
  readonly name: string;
  readonly isGuest: boolean;
  /** Only an address that the player has confirmed. */
  readonly email: string | null;
  readonly language: Language | null;
  readonly choices: NotificationChoices | null;
  /** Whether a device is subscribed to web push. */
  readonly hasDevice: boolean;
  /** Whether an enabled webhook exists. */
  readonly hasWebhook: boolean;
};

/** What gets no further push for now: players, and the hosts of push services. */
type BusyPush = { readonly players: readonly PlayerId[]; readonly hosts: readonly string[] };

type Decision = {
  /** When the push is due: now, or at the end of the quiet hours; null without a push. */
  readonly pushAt: number | null;
  readonly mailAt: number | null;
  readonly isRead: boolean;
};

export type Which = 'all' | { readonly ids: readonly number[] } | { readonly gameId: GameId };

/** All functions here and below throw DatabaseUnavailable or DatabaseBusy. */
export type NotificationStore = {
  /**
   * Adds notifications that are not known yet, each unread one to be decided at once.
   *
   * @returns the players whose unread notifications became fewer
   */
  add(causes: readonly NewNotification[], superseded: Superseded | null, now: number): Promise<readonly PlayerId[]>;
  find(id: number): Promise<StoredNotification | undefined>;
  recipient(id: PlayerId): Promise<RecipientRow | undefined>;
  /** Claims undecided notifications, oldest first. Unreadable ones are reported and given up. */
  claimUndecided(
    lease: Lease,
    limit: number,
    report: (error: unknown) => void,
  ): Promise<readonly ClaimedNotification[]>;
  /** Takes the notification whose push is due for the longest time. Unreadable ones are reported and given up. */
  claimPush(lease: Lease, busy: BusyPush, report: (error: unknown) => void): Promise<ClaimedNotification | undefined>;
  /** Of the pushes that are due for the longest time, puts off those whose devices are all at paused hosts. */
  putOffPushes(paused: PausedHosts, now: number): Promise<void>;
  /** Stores how a notification is delivered. @returns whether it was undecided */
  decide(id: number, decision: Decision, now: number): Promise<boolean>;
  /** The next attempt is due at `until`. @param isCounted whether this one counts */
  postpone(id: number, until: number, isCounted: boolean): Promise<void>;
  /** Nothing is left to do, or it was given up. */
  settle(id: number): Promise<void>;
  /** Makes due what servers before this version left behind: notifications without a due time, and webhooks. */
  repair(now: number): Promise<void>;
  /** Deletes read ones from before `read`, and all from before `all`. */
  deleteOld(before: { readonly read: number; readonly all: number }): Promise<void>;
  /** Notifications whose delivery is due or was tried; `since` is the oldest one's instant. */
  pending(now: number): Promise<{ readonly count: number; readonly since: number | null }>;
  /** Unfinished and finished games that changed since `since`, without live games with a clock. */
  changedGames(since: number): Promise<readonly GameId[]>;
  /** Live games by days in which at most an hour or about a quarter of the time for the move is left at `now`. */
  shortGames(now: number): Promise<readonly GameId[]>;
};

/** What players read and set. `hidden` are the kinds that the player does not want in pages. */
export type NotificationQueries = {
  list(
    player: PlayerId,
    hidden: readonly NotificationKind[],
    before: number | null,
    limit: number,
  ): Promise<readonly Notification[]>;
  countUnread(player: PlayerId, hidden: readonly NotificationKind[]): Promise<number>;
  /** @returns how many became read */
  markRead(player: PlayerId, which: Which, now: number): Promise<number>;
  choices(player: PlayerId): Promise<NotificationChoices | null>;
  setChoices(player: PlayerId, choices: NotificationChoices): Promise<void>;
};
