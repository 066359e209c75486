import { type AddressLimits, createAddressQuota } from '../game-service/seat-limits.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createAccountUpkeepStore } from '../store/account-upkeep.ts';
import { authTables, createAccountStore } from '../store/accounts.ts';
import { createArchiveStore } from '../store/archive.ts';
import { createBarredTableStore } from '../store/barred-tables.ts';
import { createChatStore } from '../store/chat.ts';
import { openDatabase } from '../store/client.ts';
import { createConditionalMoveStore } from '../store/conditional-moves.ts';
import { createErrandStore } from '../store/errands.ts';
import { createExhibitionStore } from '../store/exhibitions.ts';
import { createGameStore } from '../store/games.ts';
import { createModerationStore } from '../store/moderation.ts';
import { createNoteStore } from '../store/notes.ts';
import { createNotificationStore } from '../store/notifications.ts';
import { createPersonalDataStore } from '../store/personal-data.ts';
import { createPlayerStore } from '../store/players.ts';
import { createPreferenceStore } from '../store/preferences.ts';
import { createPushStore } from '../store/push.ts';
import { createRatingStore } from '../store/ratings.ts';
import { createBlockStore, createFollowStore } from '../store/relations.ts';
import { createRenameStore } from '../store/renames.ts';
import { createReviewStore } from '../store/reviews.ts';
import { createServerKeyStore } from '../store/server-keys.ts';
import { createSummaryStore } from '../store/summaries.ts';
import { createUnreadStore } from '../store/unread.ts';
import { createVacationStore } from '../store/vacations.ts';
import { createWebhookStore } from '../store/webhooks.ts';

type Options = {
  readonly databaseUrl: string;
  readonly node: string;
  readonly secret: string;
  readonly addressLimits: AddressLimits | undefined;
  readonly metrics: Metrics;
  readonly reportError: (error: unknown) => void;
};

export type Stores = ReturnType<typeof openStores>;

export function openStores({ databaseUrl, node, secret, addressLimits, metrics, reportError }: Options) {
  const append = openDatabase(databaseUrl, reportError, 'append');
  const play = openDatabase(databaseUrl, reportError, 'play');
  const read = openDatabase(databaseUrl, reportError, 'read');
  const background = openDatabase(databaseUrl, reportError, 'background');
  const { prisma } = read;
  const ratings = createRatingStore(prisma);
  return {
    games: createGameStore({ append, play, read }, node, createAddressQuota(secret, addressLimits), metrics),
    players: createPlayerStore(prisma),
    accounts: createAccountStore(prisma),
    authTables: authTables(prisma),
    /** Use the play connections: each move looks up its sender, and each flag in a slow game a vacation. */
    play: {
      accounts: createAccountStore(play.prisma),
      players: createPlayerStore(play.prisma),
      vacations: createVacationStore(play.prisma),
    },
    conditionalMoves: createConditionalMoveStore(play.prisma),
    notes: createNoteStore(play.prisma),
    blocks: createBlockStore(prisma),
    follows: createFollowStore(prisma),
    preferences: createPreferenceStore(prisma),
    personalData: createPersonalDataStore(prisma),
    renames: createRenameStore(background),
    barredTables: createBarredTableStore(background),
    accountUpkeep: createAccountUpkeepStore(background.prisma),
    moderation: createModerationStore(read),
    ratings,
    archive: createArchiveStore(prisma, ratings),
    summaries: createSummaryStore(prisma),
    reviews: createReviewStore(prisma),
    chat: createChatStore(prisma),
    notifications: createNotificationStore(prisma),
    errands: createErrandStore(prisma),
    push: createPushStore(prisma),
    webhooks: createWebhookStore(prisma),
    serverKeys: createServerKeyStore(prisma),
    exhibitions: createExhibitionStore(prisma),
    unread: createUnreadStore(prisma),
    vacations: createVacationStore(prisma),
    vacationsToWrite: createVacationStore(background.prisma),

    /** Makes reads fail at once while Postgres is down. */
    setDown(isDown: boolean): void {
      for (const database of [play, read, background]) database.setDown(isDown);
    },

    async close(): Promise<void> {
      await Promise.all([append.close(), play.close(), read.close(), background.close()]);
    },
  };
}
