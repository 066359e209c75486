import type { Logger } from 'pino';
import type { Admission } from '../admission/admission.ts';
import type { SentMessage } from '../chat/chat.ts';
import { createCommandLine } from '../commands/index.ts';
import { addAccountRoutes, addTokenRoutes } from '../http/account.ts';
import { addBotRoutes } from '../http/api/bots.ts';
import { addGameStateRoute } from '../http/api/game-state.ts';
import { addGameRoutes } from '../http/api/games.ts';
import { addInboxRoutes } from '../http/api/inbox.ts';
import { addListRoutes } from '../http/api/lists.ts';
import { addPlayerRoutes } from '../http/api/players.ts';
import { addReviewRoutes } from '../http/api/reviews.ts';
import { addStreamRoutes } from '../http/api/streams.ts';
import { addClientErrorRoute } from '../http/client-errors.ts';
import { addCommandRoute } from '../http/command.ts';
import { addHealthRoutes } from '../http/health.ts';
import type { HttpServer } from '../http/index.ts';
import { addJobsDataRoute } from '../http/jobs-data.ts';
import { addMetricsRoute } from '../http/metrics.ts';
import { addModerationRoutes } from '../http/moderation.ts';
import { addNotificationRoutes } from '../http/notifications.ts';
import { addOpenApiRoute } from '../http/openapi.ts';
import { addPageDataRoute, createPageData, listenForPages } from '../http/page-data.ts';
import { addPages } from '../http/pages.ts';
import { addProviderRoutes } from '../http/providers.ts';
import { addPushRoutes } from '../http/push.ts';
import type { Readiness } from '../http/readiness.ts';
import { addSettingsRoutes } from '../http/settings.ts';
import { addSignInRoutes } from '../http/sign-in.ts';
import { addUnsubscribeRoutes } from '../http/unsubscribe.ts';
import { addVacationRoutes } from '../http/vacation.ts';
import { startVisitorHere } from '../http/visitor-guests.ts';
import { addWebhookRoutes } from '../http/webhooks.ts';
import { receiversFrom } from '../jobs/messages.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Unsubscribe } from '../notifications/unsubscribe.ts';
import { createVisitorHeader, visitorKey } from '../pages/visitor-header.ts';
import { createRemoteReceiver, messageKey } from '../processes/remote-messages.ts';
import { createChatRequests } from '../socket/chat.ts';
import { createConditionalRequests } from '../socket/conditional-moves.ts';
import { createGameRequests } from '../socket/game.ts';
import { createInboxRequests } from '../socket/inbox.ts';
import { type Sockets, serveSockets } from '../socket/index.ts';
import { createLobbyRequests } from '../socket/lobby.ts';
import { createNoteRequests } from '../socket/notes.ts';
import { createNotificationRequests } from '../socket/notifications.ts';
import { createPlayForJobs } from './jobs.ts';
import type { Live } from './live.ts';
import type { Nodes } from './nodes.ts';
import type { Services } from './services.ts';
import type { Stores } from './stores.ts';

type Options = {
  readonly log: Logger;
  readonly publicUrl: string | undefined;
  readonly web: boolean;
  readonly source: string | undefined;
  readonly secret: string;
  readonly http: HttpServer;
  readonly sockets: Sockets;
  readonly stores: Stores;
  readonly nodes: Nodes;
  readonly services: Services;
  readonly live: Live;
  readonly unsubscribe: Unsubscribe;
  readonly admission: Admission;
  readonly readiness: Readiness;
  readonly streaming: AbortSignal;
  readonly metrics: Metrics;
  readonly reportError: (error: unknown) => void;
};

export async function serve(options: Options) {
  const { log, publicUrl, http, sockets, stores, nodes, services, live, admission, readiness, metrics, reportError } =
    options;
  const { app, router, authenticate } = http;
  const { cluster, scheduler } = nodes;
  const { now } = scheduler;
  const { games, players, archive } = stores;
  const {
    service,
    chat,
    chatTopic,
    conditionals,
    follows,
    openTable,
    ratings,
    findOngoingRatedGame,
    onRevoked,
    organiseTable,
  } = services;
  const { accounts, email, tokens, auth, signInMethods, endedCredentials } = services.accounts;
  const { limitGuests } = accounts;
  const { presence, lobby, inbox, online, pool } = live;
  const { bell, visibility } = live.notifications;
  const broadcastChat = (sent: SentMessage): void => {
    chatTopic.announce(sent.gameId, sent);
    live.notifications.chat();
  };
  const connections = serveSockets(sockets, {
    recoverFromGaps: nodes.recoverFromGaps,
    requests: {
      ...createGameRequests({ service, openTable, presence, games: cluster.games, now }),
      ...createLobbyRequests({ lobby, liveGamesOf: games.publicLiveGamesOf, online, pool, follows }),
      ...createChatRequests({ chat, setBlocked: services.setBlocked, broadcastChat, games: cluster.games }),
      ...createConditionalRequests({ conditionals }),
      ...createNoteRequests({ notes: services.notes }),
      ...createInboxRequests({ inbox }),
      ...createNotificationRequests({ visibility, bell }),
    },
    players,
    chat,
    chatTopic,
    presence,
    lobby,
    inbox,
    online,
    pool,
    visibility,
    ratings,
    authenticate,
    onRevoked,
    endedCredentials,
    requestLimit: services.requestLimit,
    admission,
    onAnswered: metrics.requestAnswered,
    log,
    now,
    machine: nodes.machine,
    reportError,
  });

  addHealthRoutes(router, { games, readiness, service, machine: nodes.machine });
  addMetricsRoute(router, metrics);
  addGameRoutes(router, { service, presence, openTable, players, ratingQueries: stores.ratings, now });
  addGameStateRoute(router, { service, presence, chat, conditionals, now });
  addReviewRoutes(router, { reviews: live.reviews, findOngoingRatedGame });
  addListRoutes(router, { archive, players, lobby, now });
  addPlayerRoutes(router, { archive, players, games, follows, inbox, vacations: services.vacations, limitGuests, now });
  addVacationRoutes(router, services.vacations);
  addInboxRoutes(router, inbox);
  addBotRoutes(router, { players, isOnline: online.isOnline, changed: services.accounts.identity.invalidate });
  addStreamRoutes(router, {
    service,
    commits: live.streams,
    presence,
    inbox,
    games: cluster.games,
    players: cluster.players,
    queries: games,
    authenticate,
    onRevoked,
    streaming: options.streaming,
    scheduler,
    reportError,
  });
  const commandLine = createCommandLine({
    service,
    openTable,
    organiseTable,
    queries: games,
    players,
    conditionals,
    presence,
    chat,
    archive,
    vacations: services.vacations,
    notes: services.notes,
    broadcastChat,
    now,
  });
  addCommandRoute(router, { commandLine, players, now });
  addClientErrorRoute(router, metrics);
  addSettingsRoutes(router, stores.preferences);
  addNotificationRoutes(router, bell);
  addPushRoutes(router, live.push);
  addUnsubscribeRoutes(router, app, options.unsubscribe);
  addSignInRoutes(router, { accounts, email, signInMethods });
  addAccountRoutes(router, { accounts, email, data: stores.personalData, games });
  addTokenRoutes(router, { accounts, tokens });
  addWebhookRoutes(router, live.webhooks);
  const { providers } = signInMethods;
  if (providers.length > 0) addProviderRoutes(router, { auth, accounts, providers });
  addModerationRoutes(router, services.moderation);
  const playForJobs = createPlayForJobs({ notifications: live.notifications, commandLine, metrics });
  const jobsKey = messageKey(options.secret, 'jobs');
  addJobsDataRoute(app, createRemoteReceiver(receiversFrom(playForJobs), jobsKey, reportError), admission);
  addOpenApiRoute(router, app, publicUrl);
  const pages = await addPagesOf(options);
  return { connections, playForJobs, pages };
}

/** Answers the requests of all pages for data, and serves the pages if this server has them. */
async function addPagesOf({
  http,
  stores,
  services,
  web,
  secret,
  source,
  publicUrl,
  log,
  admission,
  metrics,
}: Options) {
  const { app, authenticate } = http;
  const { limitGuests } = services.accounts.accounts;
  const key = visitorKey(secret);
  const data = createPageData(app, createVisitorHeader(key));
  addPageDataRoute(app, data, admission);
  if (!web) return undefined;
  let listening: ReturnType<typeof listenForPages> | undefined;
  const renderer = await addPages(app, {
    log,
    admission,
    visitorKey: key,
    startVisitor: startVisitorHere(authenticate, { limitGuests, players: stores.players }),
    play(socket) {
      listening = listenForPages(data, socket);
      return { socket };
    },
    publicUrl,
    source,
    watch: metrics,
  });
  return {
    async close(): Promise<void> {
      await renderer.stop();
      await listening?.close();
    },
  };
}
