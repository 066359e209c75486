import { inboxGroup, type PlayerId } from '@terrace/protocol';
import { MAX_OWN_GAMES } from '../inbox/own-games.ts';
import { createBellChanges } from '../notifications/bell-changes.ts';
import { createNotifications } from '../notifications/create.ts';
import { createDecisions } from '../notifications/decide.ts';
import { type Channels, createDeliveries, createStillApplies } from '../notifications/delivery.ts';
import { createOutbox } from '../notifications/outbox.ts';
import { createRatingChanges } from '../notifications/rebuild.ts';
import { createNotifyOfSecurity } from '../notifications/security.ts';
import { createUpkeep } from '../notifications/upkeep.ts';
import { createPushChannel } from '../push/channel.ts';
import { createPushServices } from '../push/services.ts';
import { createVapid, pushContactOf } from '../push/vapid.ts';
import { createWebhookDeliveries } from '../webhooks/deliveries.ts';
import { createSendToWebhook } from '../webhooks/send.ts';
import type { JobContext } from './context.ts';

export function composePush({ settings, stores, outbound, log, scheduler: { now } }: JobContext) {
  return createPushChannel({
    store: stores.push,
    vapid: createVapid(stores.serverKeys, pushContactOf(settings.publicUrl)),
    services: createPushServices({ more: settings.pushHosts, now }),
    outbound,
    async turnsOf(player: PlayerId) {
      const games = await stores.inboxOf(player, MAX_OWN_GAMES);
      return games.filter(({ row }) => inboxGroup(row, player) === 'turn').length;
    },
    onRejected: (reason, service) => log.warn({ reason, service }, 'a push message was given up'),
    now,
  });
}

/** @param onAdded called when a notification was added that waits for its delivery */
export function composeWebhooks({ play, stores, outbound, scheduler, reportError }: JobContext, onAdded: () => void) {
  const { now } = scheduler;
  const store = stores.deliveries;
  const send = createSendToWebhook({ outbound, store, now });
  const notifyOfSecurity = createNotifyOfSecurity({ store: stores.notifications, onAdded, now });
  const deliveries = createWebhookDeliveries({
    store,
    webhooks: stores.webhooks,
    notifications: stores.notifications,
    send,
    disabled: (owner) => void notifyOfSecurity(owner, 'webhook-disabled').catch(reportError),
    onDelivered: play.delivered,
    onFailed: play.webhookFailed,
    onLate: play.webhooksLate,
    scheduler,
    reportError,
  });
  return { ...deliveries, send };
}

/** From a commit or message to the decision how each player is notified, and the push messages. */
export function composeNotifications({ play, stores, scheduler, reportError }: JobContext, channels: Channels) {
  const store = stores.notifications;
  const { readLog, state } = stores;
  const { attention } = play;
  const { now } = scheduler;
  const bell = createBellChanges({ store, announce: play.changed });
  const applies = createStillApplies(state, attention);
  const deliveries = createDeliveries({
    store,
    push: channels.push,
    applies,
    onDelivered: play.delivered,
    scheduler,
    reportError,
  });
  const decisions = createDecisions({
    store,
    channels,
    applies,
    added: bell.added,
    onPush: deliveries.request,
    scheduler,
    reportError,
  });
  const create = createNotifications({ store, attention, refresh: bell.refresh, onAdded: decisions.request, now });
  const outbox = createOutbox({
    store: stores.outbox,
    readLog,
    ratingChanges: createRatingChanges(stores.ratings),
    async hasPlannedMove(gameId, player, seq) {
      const { moves, takenAtSeq } = await stores.conditionalMoves.read(gameId, player);
      return moves.length > 0 || takenAtSeq === seq;
    },
    message: async (id) => (await stores.chat.find(id))?.message,
    blockersOf: stores.blocks.blockersOf,
    create,
    scheduler,
    reportError,
  });
  const upkeep = createUpkeep({
    store,
    outbox: stores.outbox,
    mailCommands: stores.mailCommands,
    readLog,
    state,
    save: create.save,
    onPending: play.pending,
    scheduler,
    reportError,
  });
  return {
    derive: outbox.request,
    decide: decisions.request,
    start(): void {
      for (const part of [outbox, decisions, deliveries]) part.request();
      upkeep.start();
    },
    async close(): Promise<void> {
      await Promise.all([upkeep, outbox, decisions, deliveries].map((part) => part.close()));
    },
  };
}
