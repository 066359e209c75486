import type {
  GameId,
  Language,
  Notification,
  NotificationChoices,
  NotificationDetails,
  NotificationKind,
  PlayerId,
} from '@terrace/protocol';

/** Something a player is to be notified of. Instants here and below are ms since 1970. */
export type Cause = {
  readonly to: PlayerId;
  readonly key: string;
  readonly gameId: GameId | null;
  readonly at: number;
  readonly details: NotificationDetails;
};

export type NewNotification = Cause & { readonly isSeen: boolean };

/** Games whose earlier notices of a turn no longer apply. */
export type Superseded = readonly GameId[];

export const JOB_CHANNELS = ['push', 'webhook'] as const;
type JobChannel = (typeof JOB_CHANNELS)[number];
/** What is left to do for a notification. */
export type Pending = 'decide' | JobChannel;

export type StoredNotification = {
  readonly notification: Notification;
  readonly to: PlayerId;
  readonly key: string;
  readonly pending: readonly Pending[];
};

/** `kind` is null for a player who is unknown or has deleted the account. */
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

type Decision = {
  readonly channels: readonly JobChannel[];
  /** The end of the quiet hours, if the push waits for it. */
  readonly pushAt: number | null;
  readonly mailAt: number | null;
  readonly isRead: boolean;
};

export type Which = 'all' | { readonly ids: readonly number[] } | { readonly gameId: GameId };

/** All functions here and below throw DatabaseUnavailable or DatabaseBusy. */
export type NotificationStore = {
  /**
   * Adds notifications that are not known yet, and a job for each unread one, in one statement.
   *
   * @returns the players whose unread notifications became fewer
   */
  add(causes: readonly NewNotification[], superseded: Superseded, now: number): Promise<readonly PlayerId[]>;
  find(id: number): Promise<StoredNotification | undefined>;
  recipient(id: PlayerId): Promise<RecipientRow | undefined>;
  /** Stores how a notification is delivered and adds the jobs. @returns whether it was undecided */
  decide(id: number, decision: Decision, now: number): Promise<boolean>;
  /** A channel has delivered it, or given up. */
  settle(id: number, channel: JobChannel): Promise<void>;
  /** Adds the jobs of pushes whose quiet hours are over. */
  releasePushes(now: number): Promise<void>;
  /** Adds the jobs that are missing, such as after a restore, for notifications since `since`. @returns their number */
  requeue(since: number): Promise<number>;
  /** Gives the jobs of workers that no longer run to others. */
  unlock(workers: readonly string[]): Promise<void>;
  /** Deletes read ones from before `read`, and all from before `all`. */
  deleteOld(before: { readonly read: number; readonly all: number }): Promise<void>;
  /** Notifications with deliveries left that do not wait for the end of quiet hours; `since` is the oldest one's instant. */
  pending(): Promise<{ readonly count: number; readonly since: number | null }>;
  progress(): Promise<number | null>;
  setProgress(upTo: number): Promise<void>;
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

/** Runs jobs of the durable queue. A job whose task throws is tried again later. */
export type JobQueue = {
  start(tasks: { readonly [name: string]: JobTask }): void;
  /** The worker's id in the locks of jobs; undefined while it does not run. */
  worker(): string | undefined;
  close(): Promise<void>;
};

export type JobTask = (payload: unknown, job: { readonly isLastAttempt: boolean }) => Promise<void>;
