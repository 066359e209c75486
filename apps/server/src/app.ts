import type { Logger } from 'pino';
import { createEligibility } from './accounts/eligibility.ts';
import { exportPlayer } from './accounts/export.ts';
import { createRevocation } from './accounts/revocation.ts';
import { createAccountServices, type ExternalServices } from './accounts/services.ts';
import { fillMissingResults } from './archive/rebuild.ts';
import { createChat } from './chat/chat.ts';
import { createCommandLine } from './commands/index.ts';
import { createDeadlineSweeper } from './deadlines/sweeper.ts';
import { createDeadlineTimers } from './deadlines/timers.ts';
import { createOpenTable } from './game/open-table.ts';
import { createGameService } from './game/service.ts';
import { addRoutes, createHttpServer } from './http/index.ts';
import type { RouteInfo } from './http/route.ts';
import { createModeration } from './moderation/moderation.ts';
import { createMoveQueues } from './queue/move-queue.ts';
import { createRequestLimit } from './rate-limit.ts';
import { createRatings } from './ratings/ratings.ts';
import { createSockets } from './socket/index.ts';
import { createArchiveStore } from './store/archive.ts';
import { createBlockStore } from './store/blocks.ts';
import { createChatStore } from './store/chat.ts';
import { openDatabase } from './store/client.ts';
import { createGameStore } from './store/games.ts';
import { createModerationStore } from './store/moderation.ts';
import { createMoveQueueStore } from './store/move-queues.ts';
import { createPersonalDataStore } from './store/personal-data.ts';
import { createPlayerStore } from './store/players.ts';
import { preferenceStore } from './store/preferences.ts';
import { createRatingStore } from './store/ratings.ts';
import { createSummaryStore } from './store/summaries.ts';

export type AppOptions = {
  readonly databaseUrl: string;
  readonly port: number;
  readonly host: string;
  /** Signs the session cookies. */
  readonly secret: string;
  /** Whether to serve the built pages; without them there is only the API and the sockets. */
  readonly web: boolean;
  /** Whether to trust X-Forwarded-For and X-Forwarded-Proto, as behind a reverse proxy. */
  readonly trustProxy: boolean;
  readonly log: Logger;
  /** The public address, mail and sign-in providers; undefined where none is configured. */
  readonly external?: ExternalServices;
  /** The clock, in ms since 1970. */
  readonly now?: () => number;
};

export type RunningApp = {
  readonly url: string;
  /** Every route but the pages'. */
  readonly routes: readonly RouteInfo[];
  close(): Promise<void>;
};

/** Creates all services and listens. If it throws, nothing is left running. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { log, now = Date.now } = options;
  const report = (error: unknown) => log.error({ err: error });

  const database = openDatabase(options.databaseUrl, report);
  const store = createGameStore(database.prisma);
  const people = createPlayerStore(database.prisma);
  const moderations = createModerationStore(database.prisma);
  const moderation = createModeration({ store: moderations, people, now });
  const checkEligibility = createEligibility({ moderation, people });
  const service = createGameService({ store, checkEligibility, now, report });
  const ratingBook = createRatingStore(database.prisma);
  const ratings = createRatings({ store: ratingBook, games: store, service, now, report });
  const blocks = createBlockStore(database.prisma);
  const openTable = createOpenTable({ service, queries: store, players: people });
  const chat = createChat({ store: createChatStore(database.prisma), blocks, service, moderation, now });
  const queue = createMoveQueues({ store: createMoveQueueStore(database.prisma), service, now, report });

  const { revoke, onRevoked } = createRevocation();
  const { accounts, email, tokens, auth, identity, signInMethods, finishRenames } = createAccountServices({
    options,
    prisma: database.prisma,
    service,
    lists: store,
    people,
    now,
    report,
    revoke,
  });

  const requestLimit = createRequestLimit();
  const { app, router, authenticate } = await createHttpServer({
    log,
    trustProxy: options.trustProxy,
    secret: options.secret,
    identity,
    requestLimit,
    isAdmin: moderations.isAdmin,
  });
  const sockets = createSockets(app.server, {
    ...{ service, queries: store, openTable, players: people, blocks, chat, queues: queue, ratings },
    ...{ checkEligibility, authenticate, onRevoked, requestLimit, log, now, report },
  });
  const archive = createArchiveStore(database.prisma, ratingBook);
  const data = createPersonalDataStore(database.prisma);
  await addRoutes(app, router, {
    ...{
      service,
      games: store,
      lists: store,
      lobby: sockets.lobby,
      archive,
      people,
      ratingBook,
      openTable,
      moderation,
    },
    ...{ accounts, email, tokens, auth, signInMethods, authenticate, onRevoked, now, report },
    commandLine: createCommandLine({
      ...{ service, archive, openTable, queries: store, players: people, queues: queue, chat, now },
      broadcastChat: sockets.broadcastChat,
    }),
    exported: (player, account) => exportPlayer({ data, games: store }, player, account),
    limitGuests: accounts.limitGuests,
    preferences: preferenceStore(database.prisma),
    providers: signInMethods.providers,
    publicUrl: options.external?.publicUrl,
    web: options.web,
  });

  const timers = createDeadlineTimers({ service, now, report });
  const resumed = queue.resume().catch(report);
  const renamed = finishRenames().catch(report);
  const sweeper = createDeadlineSweeper({ queries: store, timers, now, report });
  const filled = fillMissingResults(createSummaryStore(database.prisma), store).then(ratings.start).catch(report);

  app.addHook('preClose', async () => {
    sockets.disconnect();
  });
  const close = async () => {
    sweeper.close();
    timers.close();
    service.close();
    await Promise.all([app.close(), sockets.close(), resumed, renamed, filled.then(ratings.close)]);
    await database.close();
  };
  try {
    const url = await app.listen({ port: options.port, host: options.host });
    return { url, routes: router.routes, close };
  } catch (error) {
    await close();
    throw error;
  }
}
