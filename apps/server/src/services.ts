import { createSetBlocked } from './accounts/blocks.ts';
import { createEligibility } from './accounts/eligibility.ts';
import { createMayInvite } from './accounts/invitations.ts';
import { createRevocation } from './accounts/revocation.ts';
import { createAccountServices, type ExternalServices } from './accounts/services.ts';
import { fillMissingResults } from './archive/rebuild.ts';
import { createChat } from './chat/chat.ts';
import { createComputers } from './computers/computers.ts';
import { createDeadlineSweeper } from './deadlines/sweeper.ts';
import { createDeadlineTimers } from './deadlines/timers.ts';
import { type AddressLimits, createAddressShare } from './game/address-share.ts';
import { createOpenTable } from './game/open-table.ts';
import { createGameService } from './game/service.ts';
import { createModeration } from './moderation/moderation.ts';
import type { Audience } from './presence/audience.ts';
import { createMoveQueues } from './queue/move-queue.ts';
import { createRequestLimit } from './rate-limit.ts';
import { createRatings } from './ratings/ratings.ts';
import { createJudge } from './review/judge-moment.ts';
import { createRatedGameOf } from './review/rated-game.ts';
import { createReviews } from './review/reviews.ts';
import { createArchiveStore } from './store/archive.ts';
import { createBlockStore } from './store/blocks.ts';
import { createChatStore } from './store/chat.ts';
import { openDatabase } from './store/client.ts';
import { createExhibitionStore } from './store/exhibitions.ts';
import { createGameStore } from './store/games.ts';
import { createModerationStore } from './store/moderation.ts';
import { createMoveQueueStore } from './store/move-queues.ts';
import { createPersonalDataStore } from './store/personal-data.ts';
import { createPlayerStore } from './store/players.ts';
import { createPreferenceStore } from './store/preferences.ts';
import { createRatingStore } from './store/ratings.ts';
import { createReviewStore } from './store/reviews.ts';
import { createSummaryStore } from './store/summaries.ts';

type Options = {
  readonly databaseUrl: string;
  readonly secret: string;
  /** What one address block may have of tables, seats and invitations; the usual without it. */
  readonly addressLimits?: AddressLimits;
  readonly external?: ExternalServices;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

export type Services = ReturnType<typeof createServices>;

/** Creates the stores and the services over them, which know neither HTTP nor Socket.IO. */
export function createServices({ databaseUrl, now, report, ...options }: Options) {
  const appending = openDatabase(databaseUrl, report, 'append');
  const playing = openDatabase(databaseUrl, report, 'play');
  const reading = openDatabase(databaseUrl, report, 'read');
  const { prisma } = reading;
  const share = createAddressShare(options.secret, options.addressLimits);
  const games = createGameStore({ append: appending.prisma, play: playing.prisma, read: prisma }, share);
  const players = createPlayerStore(prisma);
  const blocks = createBlockStore(prisma);
  const preferences = createPreferenceStore(prisma);
  const ratingQueries = createRatingStore(prisma);
  const moderationStore = createModerationStore(prisma);
  const common = { players, now, report };

  const moderation = createModeration({ ...common, store: moderationStore });
  const checkEligibility = createEligibility({ moderation, players });
  const service = createGameService({ ...common, store: games, checkEligibility });
  const setBlocked = createSetBlocked({ blocks, service, queries: games, now });
  const logs = { eventsAfter: games.readLog }; // of whatever is not play
  const ratings = createRatings({ ...common, store: ratingQueries, games: logs, service });
  const revocation = createRevocation();
  const { finishRenames, closePasswords, ...accountServices } = createAccountServices({
    ...common,
    ...{ options, prisma, play: playing.prisma, service, queries: games, revoke: revocation.revoke },
  });
  const computers = createComputers({ service, queries: games, now, report });
  const ratedGameOf = createRatedGameOf(games);
  const reviews = createReviews({
    ...{ service, ratedGameOf, now, report },
    store: createReviewStore(prisma),
    judge: createJudge(computers.askEngine),
  });
  const queues = createMoveQueues({ ...common, store: createMoveQueueStore(playing.prisma), service });

  return {
    ...{
      service,
      games,
      logs,
      queries: games,
      players,
      blocks,
      queues,
      computers,
      reviews,
      ratedGameOf,
      ratings,
      ratingQueries,
      moderation,
      checkEligibility,
    },
    ...accountServices,
    onRevoked: revocation.onRevoked,
    isAdmin: moderationStore.isAdmin,
    openTable: createOpenTable({
      service,
      players,
      mayInvite: createMayInvite({ blocks, preferences }),
    }),
    chat: createChat({ store: createChatStore(prisma), blocks, setBlocked, service, moderation, now }),
    archive: createArchiveStore(prisma, ratingQueries),
    preferences,
    personalData: createPersonalDataStore(prisma),
    exhibitions: createExhibitionStore(prisma),
    requestLimit: createRequestLimit(),
    now,
    report,

    /** Starts what runs without requests: deadlines, and what an earlier run left unfinished. */
    async start(audience: Audience): Promise<{ stop(): Promise<void> }> {
      await service.start(); // first, so that no deadline falls due in the time for which no server was there
      computers.start(audience);
      reviews.start();
      const timers = createDeadlineTimers({ service, now, report });
      const sweeper = createDeadlineSweeper({ queries: games, timers, now, report });
      const unfinished = Promise.all([
        queues.resume().catch(report),
        finishRenames().catch(report),
        fillMissingResults(createSummaryStore(prisma), logs).then(ratings.start).catch(report),
      ]);
      return {
        async stop() {
          sweeper.close();
          timers.close();
          await service.close();
          await reviews.close();
          await computers.close();
          await unfinished;
          await ratings.close();
        },
      };
    },

    async close(): Promise<void> {
      await Promise.all([closePasswords(), appending.close(), playing.close(), reading.close()]);
    },
  };
}
