import type { PlayerId, WebhookDelivery, WebhookRow } from '@terrace/protocol';
import type { Lease } from '../runtime/workers.ts';

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
  /** When the next attempt is due; null if none follows. */
  readonly dueAt: number | null;
};

/** What a delivery must not belong to now, because enough of them are being worked on. */
export type Busy = {
  readonly webhooks: readonly string[];
  readonly players: readonly PlayerId[];
  /** Hosts with their ports. */
  readonly hosts: readonly string[];
};

/** A claimed webhook with its oldest due delivery; undefined if none is due. */
export type ClaimedWebhook = {
  readonly target: WebhookTarget;
  /** `attempts` includes this one. */
  readonly delivery: { readonly notificationId: number; readonly attempts: number } | undefined;
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

/** Why an attempt failed: the status of the reply, no complete reply, or an address that the server must not reach. */
export const WEBHOOK_FAILURES = ['status', 'no-reply', 'address'] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];

/** The log of deliveries. A notification is delivered to a webhook once, however often it is passed on. */
export type DeliveryStore = {
  /** Adds a delivery, due at once, for each enabled webhook of the player that does not have it yet. */
  enqueue(player: PlayerId, notificationId: number, now: number): Promise<void>;
  /** Takes the webhook that is due for the longest time. */
  claim(lease: Omit<Lease, 'except'>, busy: Busy): Promise<ClaimedWebhook | undefined>;
  /** Also resets the failures of the webhook after a success. */
  record(id: string, notificationId: number, attempt: Attempt): Promise<void>;
  /**
   * Counts a delivery that was given up, and disables the webhook with all it waits for if it is the `limit`th in a row.
   * @returns whether this disabled the webhook
   */
  countFailure(id: string, limit: number, now: number): Promise<boolean>;
  /** Gives up a claimed webhook: its next delivery is due at its own time, but not before `notBefore`. */
  release(id: string, notBefore: number): Promise<void>;
  /** Since when the webhook that has waited longest for a free slot is due; null if none waits. */
  dueSince(now: number): Promise<number | null>;
  /** Makes webhooks due whose pending deliveries come from servers before this version. */
  repair(now: number): Promise<void>;
  /** Deletes rows from before `before`, and all but the newest `most` of each webhook. */
  deleteOld(before: number, most: number): Promise<void>;
};
