import type { PlayerId, WebhookDelivery, WebhookRow } from '@terrace/protocol';

/** A webhook as deliveries need it. */
export type WebhookTarget = {
  readonly id: string;
  readonly playerId: PlayerId;
  readonly url: string;
  readonly secret: string;
  readonly isDisabled: boolean;
};

type Attempt = {
  /** HTTP status, or null without a reply. */
  readonly status: number | null;
  readonly error: string | null;
  /** Instants here and below are ms since 1970. */
  readonly at: number;
  readonly state: WebhookDelivery['state'];
};

/** Webhooks of one player. */
export type WebhookStore = {
  list(player: PlayerId): Promise<readonly WebhookRow[]>;
  /** @returns undefined if the player already has `limit` webhooks */
  add(
    player: PlayerId,
    webhook: { readonly url: string; readonly secret: string; readonly at: number },
    limit: number,
  ): Promise<WebhookRow | undefined>;
  remove(player: PlayerId, id: string): Promise<boolean>;
  setSecret(player: PlayerId, id: string, secret: string): Promise<WebhookRow | undefined>;
  enable(player: PlayerId, id: string): Promise<WebhookRow | undefined>;
  find(id: string): Promise<WebhookTarget | undefined>;
  deliveries(id: string, since: number): Promise<readonly WebhookDelivery[]>;
};

export const TEST_NOTIFICATION = 0;

/** The log of deliveries. A notification is delivered to a webhook once, however often it is passed on. */
export type DeliveryStore = {
  /** Adds a row and a job for each enabled webhook of the player that does not have them yet. */
  enqueue(player: PlayerId, notificationId: number, now: number): Promise<void>;
  isPending(id: string, notificationId: number): Promise<boolean>;
  /** Also resets the failures of the webhook after a success. */
  record(id: string, notificationId: number, attempt: Attempt): Promise<void>;
  /**
   * Counts a delivery that was given up, and disables the webhook if it is the `limit`th in a row.
   * @returns whether this disabled the webhook
   */
  countFailure(id: string, limit: number, now: number): Promise<boolean>;
  /** Adds the jobs that are missing, such as after a restore. */
  requeue(): Promise<void>;
  /** Returns jobs to the queue whose server has ended: no attempt takes five minutes. */
  unlock(): Promise<void>;
  /** Deletes rows from before `before`, and all but the newest `most` of each webhook. */
  deleteOld(before: number, most: number): Promise<void>;
};
