import { sideOf } from '@terrace/game';
import { GameId, type Player, PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import { createAccountServices, type ExternalServices } from '../accounts/account-services.ts';
import type { OnSecurityChange } from '../accounts/accounts.ports.ts';
import { createBarredTables } from '../accounts/barred-tables.ts';
import { createSeparate, createSetBlocked } from '../accounts/blocks.ts';
import { createEligibility } from '../accounts/eligibility.ts';
import { createFollows } from '../accounts/follows.ts';
import { createInvitationRefusal } from '../accounts/invitations.ts';
import { createMeetings } from '../accounts/meetings.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { MailQueue } from '../accounts/queued-mail.ts';
import { createRenames } from '../accounts/renames.ts';
import { createRevocation } from '../accounts/revocation.ts';
import { createWithdraw } from '../accounts/withdrawal.ts';
import { createChat, SentMessage } from '../chat/chat.ts';
import { createConditionalMoves } from '../conditional-moves/conditional-moves.ts';
import { createClaims } from '../game-service/claims.ts';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import { createOpenTable, createOrganiseTable, ORGANISED_LIMITS } from '../game-service/open-table.ts';
import { createGameService } from '../game-service/service.ts';
import { createRequestLimit, localLimits } from '../limits/rate-limit.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createModeration } from '../moderation/moderation.ts';
import { createCommits } from '../nodes/commits.ts';
import type { RedisConnection } from '../nodes/redis.ts';
import { createSharedLimits } from '../nodes/shared-limits.ts';
import { createNotes } from '../notes/notes.ts';
import { createKeepTimeZone } from '../notifications/first-choices.ts';
import { createLocatePlayer } from '../presence/audience.ts';
import { createGameConnections } from '../presence/game-connections.ts';
import { createRatings } from '../ratings/ratings.ts';
import { createFindOngoingRatedGame } from '../review/ongoing-rated-game.ts';
import { createListeners } from '../runtime/listeners.ts';
import { createVacations } from '../vacations/vacations.ts';
import { createVacationWriter } from '../vacations/write-vacations.ts';
import type { Nodes } from './nodes.ts';
import type { Stores } from './stores.ts';

type Options = {
  readonly stores: Stores;
  readonly nodes: Nodes;
  readonly redis: RedisConnection | undefined;
  readonly secret: string;
  readonly external: ExternalServices | undefined;
  /** Null if the server sends no mail. */
  readonly mailQueue: MailQueue | null;
  readonly passwords: Passwords;
  readonly metrics: Metrics;
  readonly reportError: (error: unknown) => void;
};

export type Services = ReturnType<typeof createServices>;

/** Creates the game service and the other services that need no client connections. */
export function createServices({ stores, nodes, redis, secret, external, passwords, ...options }: Options) {
  const { mailQueue, metrics, reportError } = options;
  const { players, blocks } = stores;
  const { cluster, bus, recoverFromGaps, scheduler, machine, isLeader } = nodes;
  const { now } = scheduler;
  const createLimit = redis === undefined ? localLimits : createSharedLimits(redis, secret);
  const connections = createGameConnections({
    cluster,
    isPlayerOf: (gameId, player) => {
      const state = service.cachedState(gameId);
      return state !== undefined && sideOf(state, player) !== undefined;
    },
    machine,
    reportError,
  });
  const locatePlayer = createLocatePlayer(bus, connections);
  const reports = createListeners<[]>(reportError);
  const suspensions = createListeners<[player: Player]>(reportError);
  const moderation = createModeration({
    store: stores.moderation,
    players,
    createLimit,
    onReported: reports.call,
    onSuspended: suspensions.call,
    now,
  });
  const meetings = createMeetings(blocks);
  const invitationRefusal = createInvitationRefusal({ meetings, preferences: stores.preferences });
  const checkEligibility = createEligibility({ moderation, players, meetings });
  const service = createGameService({
    node: bus.node,
    store: stores.games,
    checkEligibility,
    now,
    machine,
    reportError,
    watch: metrics,
    onOutage: stores.setDown,
    isFollowed: cluster.games.has,
    isElsewhere: (gameId, player) => locatePlayer(gameId, player) === 'elsewhere',
  });
  service.onHeartbeat((heartbeat) => {
    nodes.clock.synchronize({ databaseTime: heartbeat.at, ...heartbeat });
    cluster.receiveHeartbeats(heartbeat.nodes);
  });
  const commits = createCommits({
    cluster,
    recoverFromGaps,
    onAnswered: connections.onAnswered,
    service,
    now,
    machine,
    onReceived: metrics.commitReceived,
    reportError,
  });
  const evicted = bus.topic('evicted', z.array(GameId).readonly());
  evicted.on(service.evict);
  const missedEvictions = recoverFromGaps(async () => service.evictFinished());

  const blocksChanged = bus.topic('blocks-changed', z.array(PlayerId).readonly());
  const separate = createSeparate({ service, queries: stores.games, now });
  const setBlocked = createSetBlocked({
    blocks,
    follows: stores.follows,
    separate,
    changed: blocksChanged.announce,
  });
  const revocation = createRevocation(bus);
  const withdraw = createWithdraw({ service, store: stores.renames, now });
  suspensions.add((player) => void withdraw(player).catch(exceptDatabaseFaults(reportError))); // repeated below
  const barredTables = createBarredTables({
    store: stores.barredTables,
    withdraw,
    separate,
    isLeader,
    scheduler,
    reportError,
  });
  const renames = createRenames({
    service,
    store: stores.renames,
    withdraw,
    bus,
    isLeader,
    evict: evicted.announce,
    scheduler,
    reportError,
  });
  const vacationWriter = createVacationWriter({
    service,
    store: stores.vacationsToWrite,
    urgent: stores.play.vacations,
    bus,
    isLeader,
    scheduler,
    reportError,
  });
  const securityChanges = createListeners<Parameters<OnSecurityChange>>(reportError);
  const notifyModerators = async (): Promise<void> => {
    for (const admin of await stores.moderation.admins()) securityChanges.call(admin, 'report');
  };
  reports.add(() => void notifyModerators().catch(reportError));
  const accounts = createAccountServices({
    secret,
    external,
    mailQueue,
    passwords,
    store: stores.accounts,
    authTables: stores.authTables,
    players,
    play: stores.play,
    bus,
    createLimit,
    revoke: revocation.revoke,
    beginRenaming: renames.begin,
    onSecurityChange: securityChanges.call,
    keepTimeZone: createKeepTimeZone(stores.notifications),
    now,
    reportError,
  });

  return {
    service,
    connections,
    locatePlayer,
    moderation,
    checkEligibility,
    meetings,
    commits,
    claims: createClaims({ cluster, queries: stores.games, isLeader, machine, reportError }),
    missedEvictions,
    evict: evicted.announce,
    setBlocked,
    onBlocksChanged: blocksChanged.on,
    onRevoked: revocation.onRevoked,
    onSecurityChange: securityChanges.add,
    renames,
    barredTables,
    vacationWriter,
    vacations: createVacations({ store: stores.vacations, changed: vacationWriter.changed, now }),
    accounts,
    createLimit,
    requestLimit: createRequestLimit(),
    openTable: createOpenTable({ service, players, invitationRefusal }),
    organiseTable: createOrganiseTable({
      service,
      players,
      invitationRefusal,
      limits: {
        ofPlayer: createLimit('organised', ORGANISED_LIMITS.organised),
        ofAddress: createLimit('organisedFrom', ORGANISED_LIMITS.organisedFrom),
      },
    }),
    follows: createFollows({ follows: stores.follows, blocks, players, now }),
    chat: createChat({
      store: stores.chat,
      blocks,
      service,
      moderation,
      createLimit,
      onReported: reports.call,
      now,
    }),
    chatTopic: bus.scopedTopic('game', 'chat', SentMessage),
    notes: createNotes({ store: stores.notes, service, now }),
    conditionals: createConditionalMoves({ store: stores.conditionalMoves, service, scheduler, reportError }),
    ratings: createRatings({
      store: stores.ratings,
      games: stores.games,
      bus,
      scheduler,
      reportError,
    }),
    findOngoingRatedGame: createFindOngoingRatedGame(stores.games),
  };
}
