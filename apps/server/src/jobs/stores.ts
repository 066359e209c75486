import { fold } from '@terrace/game';
import type { GameId } from '@terrace/protocol';
import { createChatStore } from '../store/chat.ts';
import { openDatabase } from '../store/client.ts';
import { readClock } from '../store/clock.ts';
import { createConditionalMoveStore } from '../store/conditional-moves.ts';
import { createErrandStore } from '../store/errands.ts';
import { createGameStore } from '../store/games.ts';
import { createMailCommandStore, createMailStore } from '../store/mails.ts';
import { createNotificationStore } from '../store/notifications.ts';
import { createOutboxStore } from '../store/outbox.ts';
import { createPushStore } from '../store/push.ts';
import { createRatingStore } from '../store/ratings.ts';
import { createBlockStore } from '../store/relations.ts';
import { createReviewStore } from '../store/reviews.ts';
import { createServerKeyStore } from '../store/server-keys.ts';
import { createDeliveryStore, createWebhookStore } from '../store/webhooks.ts';

export type JobStores = ReturnType<typeof openJobStores>;

/** The tables of background work, over connections of its own. */
export function openJobStores(databaseUrl: string, reportError: (error: unknown) => void) {
  const database = openDatabase(databaseUrl, reportError, 'jobs');
  const { prisma } = database;
  const { eventsAfter, inboxOf } = createGameStore({ append: database, play: database, read: database });
  const readLog = (gameId: GameId) => eventsAfter(gameId, 0);
  return {
    readLog,
    eventsAfter,
    inboxOf,
    /** A game as its log says; null if there is none. */
    state: async (gameId: GameId) => fold(null, await readLog(gameId)),
    ratings: createRatingStore(prisma),
    chat: createChatStore(prisma),
    blocks: createBlockStore(prisma),
    conditionalMoves: createConditionalMoveStore(prisma),
    notifications: createNotificationStore(prisma),
    outbox: createOutboxStore(prisma),
    push: createPushStore(prisma),
    webhooks: createWebhookStore(prisma),
    deliveries: createDeliveryStore(prisma),
    serverKeys: createServerKeyStore(prisma),
    mails: createMailStore(prisma),
    mailCommands: createMailCommandStore(prisma),
    errands: createErrandStore(prisma),
    reviews: createReviewStore(prisma),
    readClock: () => readClock(prisma),
    close: database.close,
  };
}
