import type { Language, Refusal } from '@terrace/protocol';
import type { Result } from '@terrace/rules';
import type { MailedCommand } from '../mail-in/mailed-command.ts';
import type { NotificationsChanged } from '../notifications/bell-changes.ts';
import type { OnDelivered } from '../notifications/delivery.ts';
import type { Attention } from '../notifications/presence.ports.ts';
import type { ProcessWatch } from '../processes/supervise-child.ts';
import type { WebhookFailure } from '../webhooks/webhooks.ports.ts';

/** What background work reports for the metrics. */
export type JobReports = {
  readonly delivered: OnDelivered;
  /** Notifications with deliveries left, and the age of the oldest. */
  readonly pending: (count: number, oldestMs: number) => void;
  /** How long the oldest due mail has been waiting. */
  readonly mailsLate: (lateMs: number) => void;
  readonly webhookFailed: (kind: WebhookFailure) => void;
  /** How long the oldest due delivery to a webhook waits. */
  readonly webhooksLate: (lateMs: number) => void;
};

/** All that background work needs from play. */
export type PlayForJobs = JobReports & {
  readonly attention: Attention;
  /** For the pages of the player. */
  readonly changed: (changed: NotificationsChanged) => void;
  /** The reply is in this language. @throws when play cannot be reached or does not answer */
  readonly command: (command: MailedCommand & { readonly language: Language }) => Promise<Result<string, Refusal>>;
};

/** Work that need not wait for the next look into its table. */
export type Due = 'outbox' | 'notifications' | 'errands' | 'reviews';

/** The background work of a server, in this process or in another one. */
export type Jobs = {
  wake(due: Due): void;
  close(): Promise<void>;
};

export type StartJobs = (play: PlayForJobs, watch: ProcessWatch) => Promise<Jobs>;
