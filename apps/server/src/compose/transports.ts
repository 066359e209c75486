import type { Logger } from 'pino';
import { exportPlayer } from '../accounts/export.ts';
import type { Admission } from '../admission/admission.ts';
import { createCommandLine } from '../commands/index.ts';
import { addRoutes, type HttpServer } from '../http/index.ts';
import type { Readiness } from '../http/readiness.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { type Connections, type Sockets, serveSockets } from '../socket/index.ts';
import type { Live } from './live.ts';
import type { Nodes } from './nodes.ts';
import type { Services } from './services.ts';
import type { Stores } from './stores.ts';

type Options = {
  readonly log: Logger;
  readonly publicUrl: string | undefined;
  /** Whether to serve the built pages. */
  readonly web: boolean;
  /** Where the server's source can be read. */
  readonly source: string | undefined;
  readonly http: HttpServer;
  readonly sockets: Sockets;
  readonly stores: Stores;
  readonly nodes: Nodes;
  readonly services: Services;
  readonly live: Live;
  readonly admission: Admission;
  readonly readiness: Readiness;
  /** Aborted when streams are to end. */
  readonly streaming: AbortSignal;
  readonly pictures: Pictures;
  readonly metrics: Metrics;
  readonly report: (error: unknown) => void;
};

/** Serves sockets, routes and text commands, each with what it uses. */
export async function serve({ http, sockets, stores, nodes, services, live, ...rest }: Options): Promise<Connections> {
  const { log, publicUrl, web, source, admission, readiness, streaming, pictures, metrics, report } = rest;
  const { app, router, authenticate } = http;
  const { cluster, scheduler, machine } = nodes;
  const { now } = scheduler;
  const { games, players, archive } = stores;
  const { service, accounts, chat, said, queues, follows, openTable, ratings, requestLimit, onRevoked } = services;
  const { presence, lobby, online, pool } = live;
  const connections = serveSockets(sockets, {
    cluster,
    service,
    openTable,
    players,
    follows,
    chat,
    said,
    queues,
    presence,
    lobby,
    online,
    pool,
    ratings,
    authenticate,
    onRevoked,
    endedCredentials: accounts.endedCredentials,
    requestLimit,
    admission,
    onAnswered: metrics.requestAnswered,
    log,
    now,
    machine,
    report,
  });
  await addRoutes(app, router, {
    service,
    games,
    logs: { eventsAfter: games.readLog },
    queries: games,
    players,
    archive,
    ratingQueries: stores.ratings,
    preferences: stores.preferences,
    accounts: accounts.accounts,
    email: accounts.email,
    tokens: accounts.tokens,
    auth: accounts.auth,
    signInMethods: accounts.signInMethods,
    providers: accounts.signInMethods.providers,
    limitGuests: accounts.accounts.limitGuests,
    exported: (player, account) =>
      exportPlayer({ data: stores.personalData, games: { eventsAfter: games.readLog } }, player, account),
    moderation: services.moderation,
    follows,
    openTable,
    presence,
    lobby,
    reviews: live.reviews,
    ratedGameOf: services.ratedGameOf,
    commandLine: createCommandLine({
      service,
      openTable,
      queries: games,
      players,
      queues,
      presence,
      chat,
      archive,
      broadcastChat: said.announce,
      now,
    }),
    commits: live.streams,
    authenticate,
    onRevoked,
    streaming,
    admission,
    readiness,
    metrics,
    pictures,
    publicUrl,
    web,
    source,
    scheduler,
    now,
    report,
  });
  return connections;
}
