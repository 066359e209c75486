import type { AccountView, PlayerId } from '@terrace/protocol';
import Fastify, { type FastifyBaseLogger } from 'fastify';
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
import { accountPlugin } from './http/account.ts';
import { actorPlugin, authenticate } from './http/actor.ts';
import { apiPlugin } from './http/api/index.ts';
import { commandPlugin } from './http/command.ts';
import { errorsPlugin } from './http/errors.ts';
import { healthPlugin } from './http/health.ts';
import { moderationPlugin } from './http/moderation.ts';
import { pagesPlugin } from './http/pages.ts';
import { providersPlugin } from './http/providers.ts';
import { settingsPlugin } from './http/settings.ts';
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
  /** Whether a proxy in front may say who the client is and by which protocol it came. */
  readonly trustProxy: boolean;
  readonly log: Logger;
  /** The public address, mail and sign-in providers; undefined where none is configured. */
  readonly external?: ExternalServices;
  /** The clock, in ms since 1970. */
  readonly now?: () => number;
};

export type RunningApp = {
  readonly url: string;
  /** Every route but the pages', as `GET /api/me`. */
  readonly routes: readonly string[];
  close(): Promise<void>;
};

/** Creates all services and listens. If it throws, nothing is left running. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { log, now = Date.now } = options;
  const report = (error: unknown) => log.error({ err: error });

  const database = openDatabase(options.databaseUrl, report);
  const store = createGameStore(database.prisma);
  const people = createPlayerStore(database.prisma);
  const moderation = createModeration({ store: createModerationStore(database.prisma), people, now });
  const checkEligibility = createEligibility({ moderation, people });
  const service = createGameService({ store, checkEligibility, now, report });
  const ratingBook = createRatingStore(database.prisma);
  const ratings = createRatings({ store: ratingBook, games: store, service, now, report });
  const blocks = createBlockStore(database.prisma);
  const openTable = createOpenTable({ service, lists: store, people });
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

  const logger: FastifyBaseLogger = log; // a narrower type, so that plugins do not depend on pino
  const app = Fastify({ loggerInstance: logger, forceCloseConnections: true, trustProxy: options.trustProxy });
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD' && !url.endsWith('*')) routes.push(`${each} ${url}`);
  });
  await app.register(errorsPlugin);
  await app.register(healthPlugin, { store }); // before anybody is asked who they are, which asks the database
  await app.register(actorPlugin, { secret: options.secret, identity });
  const requestLimit = createRequestLimit();
  await app.register(moderationPlugin, { moderation, requestLimit });
  await app.register(settingsPlugin, { preferences: preferenceStore(database.prisma), requestLimit });
  const data = createPersonalDataStore(database.prisma);
  const exported = (player: PlayerId, account: AccountView) => exportPlayer({ data, games: store }, player, account);
  await app.register(accountPlugin, { accounts, email, tokens, signInMethods, exported });
  if (signInMethods.providers.length > 0)
    await app.register(providersPlugin, { auth, accounts, providers: signInMethods.providers });
  const { limitGuests } = accounts;
  if (options.web) await app.register(pagesPlugin, { limitGuests });

  const ask = authenticate(app, identity);
  const sockets = createSockets(app.server, {
    ...{ service, queries: store, openTable, players: people, blocks, chat, queues: queue, ratings },
    ...{ checkEligibility, authenticate: ask, onRevoked, requestLimit, log, now, report },
  });
  const archive = createArchiveStore(database.prisma, ratingBook);
  const game = { service, openTable, people, ratingBook, now };
  const lists = { lobby: sockets.lobby, lists: store, archive, games: store };
  await app.register(apiPlugin, { ...game, ...lists, limitGuests, requestLimit, report, authenticate: ask, onRevoked });
  const line = createCommandLine({
    ...{ service, archive, openTable, queries: store, players: people, queues: queue, chat, now },
    broadcastChat: sockets.broadcastChat,
  });
  await app.register(commandPlugin, { commandLine: line, people, requestLimit, now });

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
    return { url, routes, close };
  } catch (error) {
    await close();
    throw error;
  }
}
