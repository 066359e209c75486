import { CommandId, GameId, Language, Player, PlayerId, Refusal } from '@terrace/protocol';
import { z } from 'zod';
import { NotificationsChanged } from '../notifications/bell-changes.ts';
import type { Channel } from '../processes/channel.ts';
import { defineEvent, defineRequest, onEvent, onRequest, type Receiver } from '../processes/messages.ts';
import { WEBHOOK_FAILURES } from '../webhooks/webhooks.ports.ts';
import type { JobReports, PlayForJobs } from './jobs.ports.ts';

/** The messages between play and background work that runs in another process. */

const Attention = defineRequest(
  'attention',
  z.object({ player: PlayerId, gameId: GameId, asksBoard: z.boolean().default(true) }),
  z.object({ isVisible: z.boolean(), isAtGame: z.boolean(), isOnline: z.boolean() }),
);

const RunCommand = defineRequest(
  'command',
  z.object({
    line: z.string(),
    language: Language,
    by: Player,
    arrivedAt: z.number(),
    address: z.string(),
    commandId: CommandId,
  }),
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: z.string() }),
    z.object({ ok: z.literal(false), error: Refusal }),
  ]),
);

const BellChanged = defineRequest('bell-changed', NotificationsChanged, z.null());

const Delivered = defineEvent(
  'delivered',
  z.object({ channel: z.enum(['push', 'mail', 'webhook']), outcome: z.enum(['delivered', 'failed']) }),
);

const Pending = defineEvent('pending', z.object({ count: z.number(), oldestMs: z.number() }));

const MailsLate = defineEvent('mails-late', z.object({ lateMs: z.number() }));

const WebhookFailed = defineEvent('webhook-failed', z.object({ kind: z.enum(WEBHOOK_FAILURES) }));

const WebhooksLate = defineEvent('webhooks-late', z.object({ lateMs: z.number() }));

/** Work is due. A lost message only means that it waits for the next look into its table. */
export const Wake = defineEvent('wake', z.object({ due: z.enum(['outbox', 'notifications', 'errands', 'reviews']) }));

/** Answers what background work asks of play from elsewhere. */
export const receiversFrom = (play: Pick<PlayForJobs, 'attention' | 'changed' | 'command'>): readonly Receiver[] => [
  onRequest(Attention, ({ player, gameId, asksBoard }) => play.attention(player, gameId, asksBoard)),
  onRequest(RunCommand, play.command),
  onRequest(BellChanged, (changed) => {
    play.changed(changed);
    return null;
  }),
];

/** Receives what background work reports to the server that supervises it. */
export const reportsTo = ({ delivered, pending, mailsLate, ...webhooks }: JobReports): readonly Receiver[] => [
  onEvent(Delivered, ({ channel, outcome }) => delivered(channel, outcome)),
  onEvent(Pending, ({ count, oldestMs }) => pending(count, oldestMs)),
  onEvent(MailsLate, ({ lateMs }) => mailsLate(lateMs)),
  onEvent(WebhookFailed, ({ kind }) => webhooks.webhookFailed(kind)),
  onEvent(WebhooksLate, ({ lateMs }) => webhooks.webhooksLate(lateMs)),
];

const NOWHERE = { isVisible: false, isAtGame: false, isOnline: false };

/** Asks play over a connection. A player whose whereabouts are not answered is nowhere, and is notified. */
export const askPlay = ({
  request,
}: Pick<Channel, 'request'>): Pick<PlayForJobs, 'attention' | 'changed' | 'command'> => ({
  attention: (player, gameId, asksBoard) => request(Attention, { player, gameId, asksBoard }).catch(() => NOWHERE),
  changed: (changed) => void request(BellChanged, changed).catch(() => undefined),
  command: (command) => request(RunCommand, command),
});

/** Reports to the server that supervises this process. */
export const reportOver = ({ send }: Pick<Channel, 'send'>): JobReports => ({
  delivered: (channel, outcome) => void send(Delivered, { channel, outcome }),
  pending: (count, oldestMs) => void send(Pending, { count, oldestMs }),
  mailsLate: (lateMs) => void send(MailsLate, { lateMs }),
  webhookFailed: (kind) => void send(WebhookFailed, { kind }),
  webhooksLate: (lateMs) => void send(WebhooksLate, { lateMs }),
});
