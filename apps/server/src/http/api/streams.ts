import { endsGame, finishesGame, type GameState, startsGame } from '@terrace/game';
import { type GameId, Int4, LoggedEvent, MAX_INT4, type PlayerId, PlayerNotification } from '@terrace/protocol';
import { z } from 'zod';
import { costOfEvents } from '../../admission/admission.ts';
import type { GameQueries } from '../../game-service/games.ports.ts';
import type { Committed, GameService } from '../../game-service/service.ts';
import { hasSeat, summarize, toGameRow } from '../../game-service/summary.ts';
import type { Inbox } from '../../inbox/inbox.ts';
import type { GamePresence } from '../../presence/presence.ts';
import type { Listeners } from '../../runtime/listeners.ts';
import type { Following } from '../../runtime/nodes.ports.ts';
import { singleFlight } from '../../runtime/single-flight.ts';
import { everyone, guests } from '../access.ts';
import { RefusedRequest } from '../refusals.ts';
import { ById, eventStream, type Router } from '../route.ts';
import { createAuthenticatedStreams, type StreamAuthentication } from './authenticated-stream.ts';
import { isOutdated, type KnownGame, notificationsFor } from './notifications.ts';
import type { Stream } from './sse.ts';

type Dependencies = StreamAuthentication & {
  readonly service: GameService;
  readonly commits: Pick<Listeners<[committed: Committed]>, 'add' | 'delete'>;
  readonly presence: GamePresence;
  readonly inbox: Pick<Inbox, 'follow' | 'disconnect'>;
  readonly games: Pick<Following<GameId>, 'follow' | 'unfollow'>;
  readonly players: Pick<Following<PlayerId>, 'follow' | 'unfollow'>;
  readonly queries: GameQueries;
};

const MAX_OWN_GAMES = 100;

const isFinished = ({ status }: GameState): boolean => status === 'over' || status === 'closed';

const Resume = z.object({ after: z.coerce.number().int().nonnegative().max(MAX_INT4).optional() });

export function addStreamRoutes({ tagged }: Router, dependencies: Dependencies): void {
  const { service, commits, presence, inbox, games, players, queries, reportError, ...credential } = dependencies;
  const route = tagged('Streams');
  const openStream = createAuthenticatedStreams({ ...credential, reportError });
  function listen(stream: Stream, listener: (committed: Committed) => void): void {
    commits.add(listener);
    stream.closed.then(() => commits.delete(listener)).catch(reportError);
  }

  route('GET', '/api/games/:id/stream', {
    operationId: 'streamGame',
    access: everyone('read'),
    summary: 'The events of a game',
    description:
      'The log after `after` or Last-Event-ID, then every event as it is saved. The stream ends with the game; a client that has all its events then gets 204, so that an EventSource stops reconnecting. ' +
      'Each server-sent event has the number as its id, the type as its name and the logged event as its data.',
    params: ById,
    query: Resume,
    reply: eventStream(LoggedEvent),
    example: { params: { id: 'AbCdEfGhIjKl' } },
    handler: async ({ actor, params, query, request, reply }) => {
      const { id } = params;
      const state = await service.state(id);
      if (state === null) throw new RefusedRequest({ code: 'no-such-game' });
      const lastEventId = Number(request.headers['last-event-id']);
      let last = query.after ?? (Int4.safeParse(lastEventId).success ? lastEventId : 0);
      // An EventSource reconnects whenever a stream ends, unless the status is 204.
      if (isFinished(state) && state.seq <= last) return reply.code(204).send();

      const sendEvents = (events: readonly LoggedEvent[]): void => {
        for (const logged of events) {
          if (logged.seq <= last) continue;
          last = logged.seq;
          stream.send(logged.event.type, logged, logged.seq);
        }
        if (finishesGame(events)) stream.end();
      };
      /** Reads the log once at a time. A request during a read starts another read after it. */
      const { request: catchUp } = singleFlight(async () => {
        const missed = await service.eventsAfter(id, last);
        request.server.charge(request, costOfEvents(missed));
        sendEvents(missed);
        const now = await service.state(id);
        if (now !== null && isFinished(now) && now.seq <= last) stream.end();
      }, reportError);

      const stream = openStream(request, reply, catchUp);
      const follow = async (): Promise<void> => {
        await games.follow(id, stream);
        catchUp(); // events of other nodes in the meantime
        await presence.join(id, stream, actor?.player ?? null);
        await stream.closed;
        presence.leave(id, stream);
        games.unfollow(id, stream);
      };
      listen(stream, ({ gameId, events }) => {
        if (gameId !== id) return;
        if (events[0]?.seq === last + 1) sendEvents(events);
        else catchUp();
      });
      follow().catch(reportError);
      return undefined;
    },
  });

  route('GET', '/api/me/stream', {
    operationId: 'streamNotifications',
    access: guests('read'),
    summary: 'Your notifications',
    description:
      'Invitations, the start of your games, your turns and the ends of your games, each a PlayerNotification. ' +
      'The stream begins with pending invitations and turns.',
    reply: eventStream(PlayerNotification),
    handler: async ({ actor, request, reply }) => {
      const me = actor.player.id;
      const known = new Map<GameId, KnownGame>();

      let received = 0;

      const notify = (now: KnownGame, before = known.get(now.row.id)): void => {
        for (const news of notificationsFor(me, before, now)) stream.send(news.type, news);
        if (now.row.status === 'open' || now.row.status === 'live') {
          known.set(now.row.id, now);
          if (!isClosed) presence.add(now.row.id, stream, actor.player);
        } else forget(now.row.id);
      };
      const forget = (gameId: GameId): void => {
        known.delete(gameId);
        presence.leave(gameId, stream);
      };
      const { request: reload } = singleFlight(async () => {
        const receivedBefore = received;
        const rows = await queries.unfinishedGamesOf(me, MAX_OWN_GAMES);
        if (received !== receivedBefore) return reload(); // the rows may be older than a commit received in the meantime
        for (const row of rows) notify({ row, result: null });
        const removed = [...known.keys()].filter((id) => !rows.some((row) => row.id === id));
        for (const now of await Promise.all(removed.map((id) => finished(id)))) if (now !== undefined) notify(now);
      }, reportError);

      const stream = openStream(request, reply, reload);
      let isClosed = false;
      const follow = async (): Promise<void> => {
        presence.follow(stream, actor.player);
        await players.follow(me, stream);
        await inbox.follow(me);
        reload();
        await stream.closed;
        isClosed = true;
        presence.unfollow(stream, actor.player);
        inbox.disconnect(me);
        players.unfollow(me, stream);
      };
      listen(stream, ({ gameId, summary, state, events }) => {
        const row = toGameRow(summary);
        if (!hasSeat(row, me) && !known.has(gameId)) return;
        if (isOutdated(known.get(gameId), { row, result: state.result }, events)) return;
        received += 1;
        const startedOrEnded = startsGame(events) || endsGame(events);
        const unknownBefore: KnownGame | undefined = startedOrEnded
          ? { row: { ...row, status: 'open', seats: [] }, result: null }
          : undefined;
        if (hasSeat(row, me)) notify({ row, result: state.result }, known.get(gameId) ?? unknownBefore);
        else forget(gameId);
      });
      follow().catch(reportError);
    },
  });

  async function finished(id: GameId): Promise<KnownGame | undefined> {
    const state = await service.state(id);
    return state === null ? undefined : { row: toGameRow(summarize(id, state)), result: state.result };
  }
}
