import { moverOf } from '@terrace/game';
import { GameId, PlayerId, SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import { createSetBlocked } from '../accounts/blocks.ts';
import { createEligibility } from '../accounts/eligibility.ts';
import { createFollows } from '../accounts/follows.ts';
import { createMayInvite } from '../accounts/invitations.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { createRenames } from '../accounts/renames.ts';
import { createRevocation } from '../accounts/revocation.ts';
import { createAccountServices, type ExternalServices } from '../accounts/services.ts';
import { fillFinalPositions, fillMissingResults } from '../archive/rebuild.ts';
import { createChat } from '../chat/chat.ts';
import { createComputers } from '../computers/computers.ts';
import { createDeadlineSweeper } from '../deadlines/sweeper.ts';
import { createDeadlineTimers } from '../deadlines/timers.ts';
import { type AddressLimits, createAddressShare } from '../game-service/address-share.ts';
import { createOpenTable } from '../game-service/open-table.ts';
import { createGameService } from '../game-service/service.ts';
import { createRequestLimit, localLimits } from '../limits/rate-limit.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createModeration } from '../moderation/moderation.ts';
import { createMoveQueues } from '../move-queue/move-queue.ts';
import { createSharedClock } from '../nodes/clock.ts';
import { createCluster } from '../nodes/cluster.ts';
import { createCommits } from '../nodes/commits.ts';
import { recoverFromGaps } from '../nodes/gap-recovery.ts';
import type { RedisConnection } from '../nodes/redis.ts';
import { createSharedLimits } from '../nodes/shared-limits.ts';
import { createPictures } from '../pictures/pictures.ts';
import type { Audience } from '../presence/audience.ts';
import { createRatings } from '../ratings/ratings.ts';
import { createJudge } from '../review/judge-moment.ts';
import { createRatedGameOf } from '../review/rated-game.ts';
import { createReviews } from '../review/reviews.ts';
import { StartError } from '../runtime/errors.ts';
import { realScheduler, type Scheduler } from '../runtime/scheduler.ts';
import { createArchiveStore } from '../store/archive.ts';
import { createBlockStore } from '../store/blocks.ts';
import { createChatStore } from '../store/chat.ts';
import { openDatabase } from '../store/client.ts';
import { createExhibitionStore } from '../store/exhibitions.ts';
import { createFollowStore } from '../store/follows.ts';
import { createGameStore } from '../store/games.ts';
import { createModerationStore } from '../store/moderation.ts';
import { createMoveQueueStore } from '../store/move-queues.ts';
import { createNodeLock } from '../store/node-lock.ts';
import { createPersonalDataStore } from '../store/personal-data.ts';
import { createPlayerStore } from '../store/players.ts';
import { createPreferenceStore } from '../store/preferences.ts';
import { createRatingStore } from '../store/ratings.ts';
import { createRenameStore } from '../store/renames.ts';
import { createReviewStore } from '../store/reviews.ts';
import { createSummaryStore } from '../store/summaries.ts';

/** How long a start waits for a server that is stopping, in ms. */
const WAIT_MS = 10 * SECOND_MS;

const TAKEN =
  'Another Terrace server uses this database, and the two could not hear each other: stop that one, or set REDIS_URL for both to the same Redis.';

type Options = {
  readonly databaseUrl: string;
  readonly secret: string;
  /** What one address block may have of tables, seats and invitations; the usual without it. */
  readonly addressLimits?: AddressLimits;
  readonly external?: ExternalServices;
  /** Hashes passwords; the caller closes it. Defaults to a thread of the server's own. */
  readonly passwords?: Passwords;
  /** What connects this server with others; undefined for the only one. */
  readonly redis?: RedisConnection;
  /** How far searches lower their priority, from 0 to 19. */
  readonly searchNiceness: number;
  /** The application's clock and timers; defaults to the database's clock, which all servers share. */
  readonly scheduler?: Scheduler;
  /** The machine's clock and timers. */
  readonly machine?: Scheduler;
  readonly report: (error: unknown) => void;
  readonly metrics: Metrics;
};

/** Creates the stores and the services over them, which know neither HTTP nor Socket.IO. */
export function createServices({ databaseUrl, redis, report, metrics, ...options }: Options) {
  const clock = createSharedClock(Date.now);
  const { scheduler = realScheduler(clock.now), machine = realScheduler(Date.now) } = options;
  const { now } = scheduler;
  const cluster = createCluster({ carrier: redis?.carrier, scheduler: machine, report });
  const { bus } = cluster;
  const lock = createNodeLock({ databaseUrl, isShared: redis !== undefined, report });
  const appending = openDatabase(databaseUrl, report, 'append');
  const playing = openDatabase(databaseUrl, report, 'play');
  const reading = openDatabase(databaseUrl, report, 'read');
  const background = openDatabase(databaseUrl, report, 'background');
  const { prisma } = reading;
  const share = createAddressShare(options.secret, options.addressLimits);
  const games = createGameStore({ append: appending, play: playing, read: reading }, share, metrics);
  const players = createPlayerStore(prisma);
  const blocks = createBlockStore(prisma);
  const followStore = createFollowStore(prisma);
  const preferences = createPreferenceStore(prisma);
  const ratingQueries = createRatingStore(prisma);
  const moderationStore = createModerationStore(reading);
  const createLimit = redis === undefined ? localLimits : createSharedLimits(redis, options.secret);
  const common = { players, createLimit, now, report };

  const moderation = createModeration({ ...common, store: moderationStore });
  const checkEligibility = createEligibility({ moderation, players });
  let audience: Audience | undefined;
  const service = createGameService({
    ...common,
    ...{ node: bus.node, store: games, checkEligibility, machine, watch: metrics },
    onOutage(isDown) {
      for (const database of [playing, reading, background]) database.setDown(isDown);
    },
    isElsewhere: (gameId, player) => audience?.whereIs(gameId, player) === 'elsewhere',
  });
  const blocksChanged = bus.topic('blocks-changed', z.array(PlayerId).readonly());
  const setBlocked = createSetBlocked({
    ...{ blocks, follows: followStore, service, queries: games, now },
    changed: blocksChanged.announce,
  });
  const logs = { eventsAfter: games.readLog }; // of whatever is not play
  const ratings = createRatings({ store: ratingQueries, games: logs, service, bus, scheduler, report });
  const revocation = createRevocation(bus);
  const evicted = bus.topic('evicted', z.array(GameId).readonly());
  evicted.on(service.evict);
  const missedEvictions = recoverFromGaps({ cluster, now, machine, report }, async () => service.evictFinished());
  const commits = createCommits({ cluster, service, now, machine, onHeard: metrics.feedHeard, report });
  service.onBeat((beat) => {
    clock.read({ said: beat.at, ...beat });
    cluster.receiveHeartbeats(beat.nodes);
  });
  const renames = createRenames({
    ...{ service, bus, isLeader: lock.isLeader, evict: evicted.announce, scheduler, report },
    store: createRenameStore(background),
  });
  const { closePasswords, ...accountServices } = createAccountServices({
    ...common,
    ...{ options, prisma, play: playing.prisma, bus, revoke: revocation.revoke, beginRenaming: renames.begin },
  });
  const pictures = createPictures();
  const computers = createComputers({
    ...{ service, queries: games, scheduler, report },
    niceness: options.searchNiceness,
  });
  const ratedGameOf = createRatedGameOf(games);
  const reviews = createReviews({
    ...{ service, ratedGameOf, createLimit, scheduler, report },
    store: createReviewStore(prisma),
    judge: createJudge(computers.askEngine),
  });
  const queues = createMoveQueues({ ...common, store: createMoveQueueStore(playing.prisma), service });

  return {
    ...{
      scheduler,
      machine,
      now,
      service,
      games,
      logs,
      queries: games,
      players,
      blocks,
      onBlocksChanged: blocksChanged.on,
      follows: createFollows({ follows: followStore, blocks, players }),
      queues,
      pictures,
      computers,
      reviews,
      ratedGameOf,
      ratings,
      ratingQueries,
      moderation,
      checkEligibility,
    },
    ...accountServices,
    ...{ bus, cluster, isLeader: lock.isLeader },
    onRevoked: revocation.onRevoked,
    evict: evicted.announce,
    isAdmin: moderationStore.isAdmin,
    openTable: createOpenTable({
      service,
      players,
      mayInvite: createMayInvite({ blocks, preferences }),
    }),
    chat: createChat({ ...common, store: createChatStore(prisma), blocks, setBlocked, service, moderation }),
    archive: createArchiveStore(prisma, ratingQueries),
    preferences,
    personalData: createPersonalDataStore(prisma),
    exhibitions: createExhibitionStore(prisma),
    requestLimit: createRequestLimit(),
    report,

    /**
     * Starts what runs without requests: deadlines, and what an earlier run left unfinished. `onTaken` is called when Postgres was
     * away and another server has taken this one's place since.
     *
     * @throws StartError when another server has this place
     */
    async start(present: Audience, onTaken: () => void): Promise<{ stop(): Promise<void> }> {
      audience = present;
      if (!(await lock.wait(WAIT_MS))) throw new StartError(TAKEN);
      lock.start(onTaken);
      cluster.start();
      commits.start();
      missedEvictions.start();
      await service.start(); // first, so that no deadline falls due in the time for which no server was there
      computers.start(present);
      reviews.start();
      renames.start();
      const resume = () => queues.resume().catch(report);
      lock.onLead(() => void resume());
      cluster.onGone(() => void (lock.isLeader() && resume())); // what it was about to play
      const isHeldUp = (gameId: GameId): boolean => {
        const state = service.known(gameId);
        const mover = state && moverOf(state);
        return mover != null && present.whereIs(gameId, mover.id) === 'unheard';
      };
      const timers = createDeadlineTimers({ service, isHeldUp, scheduler, report, onFlagged: metrics.flagged });
      const sweeper = createDeadlineSweeper({ queries: games, timers, scheduler, report });
      const stopping = new AbortController();
      const rows = createSummaryStore(prisma);
      const unfinished = Promise.all([
        resume(),
        fillMissingResults(rows, logs)
          .catch(report)
          .then(ratings.start)
          .then(() => fillFinalPositions(rows, logs, stopping.signal))
          .catch(report),
      ]);
      return {
        async stop() {
          stopping.abort();
          await sweeper.close();
          timers.close();
          await renames.close();
          await service.close();
          commits.close();
          missedEvictions.close();
          await reviews.close();
          await computers.close();
          await unfinished;
          await ratings.close();
          cluster.close();
          await lock.close(); // last, so that whoever waits for the place finds everything saved
        },
      };
    },

    cluster,

    async close(): Promise<void> {
      cluster.close();
      await Promise.all([
        closePasswords(),
        pictures.close(),
        appending.close(),
        playing.close(),
        reading.close(),
        background.close(),
        lock.close(),
      ]);
      await redis?.carrier.close();
    },
  };
}
