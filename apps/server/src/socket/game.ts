import { type GameId, MAX_EVENTS_IN_REPLY, type Presence } from '@terrace/protocol';
import { err, ok } from '@terrace/rules';
import { costOfEvents, workOfEvents } from '../admission/admission.ts';
import type { OpenTable } from '../game-service/open-table.ts';
import type { GameService } from '../game-service/service.ts';
import type { GamePresence } from '../presence/presence.ts';
import type { Following } from '../runtime/nodes.ports.ts';
import { leaveChat } from './chat.ts';
import { lagOf } from './lag.ts';
import type { SocketRequests } from './request.ts';
import { countRooms, gameRoom, isGameRoom } from './rooms.ts';

const MAX_FOLLOWED_GAMES = 100;

type Dependencies = {
  readonly service: GameService;
  readonly openTable: OpenTable;
  readonly presence: GamePresence;
  readonly games: Pick<Following<GameId>, 'follow' | 'unfollow'>;
  readonly now: () => number;
};

export const createGameRequests = ({ service, openTable, presence, games, now }: Dependencies) =>
  ({
    'game:create': {
      scope: 'play',
      lane: null,
      aboveLimit: 'reject',
      handler: (options, { actor, address }) => openTable(actor.player, options, address),
    },

    'game:watch': {
      scope: 'read',
      lane: 'game',
      aboveLimit: 'reject',
      async handler({ gameId, after }, { actor, socket, charge, enter }) {
        const wasIn = socket.rooms.has(gameRoom(gameId));
        if (!wasIn && countRooms(socket, isGameRoom) >= MAX_FOLLOWED_GAMES) {
          return err({ code: 'too-many-games', most: MAX_FOLLOWED_GAMES });
        }
        const { promise: done, resolve: release } = Promise.withResolvers<number>();
        const busy = await enter('log', done);
        if (busy !== undefined) return err(busy);
        let here: Presence | null = null;
        try {
          if (!socket.connected) return err({ code: 'no-session' }); // a socket closed while waiting must not join
          await socket.join(gameRoom(gameId)); // before reading, so that no event is missed
          await games.follow(gameId, done); // other nodes' events too
          const events = await service.eventsToFollow(gameId, after, MAX_EVENTS_IN_REPLY);
          charge(costOfEvents(events));
          release(workOfEvents(events)); // other logs do not wait for the people at this game
          here = events.length === 0 && after === 0 ? null : await presence.join(gameId, socket, actor?.player ?? null);
          if (here === null) return err({ code: 'no-such-game' });
          if (!socket.connected) presence.leave(gameId, socket); // closed while reading, before it was in `presence`
          const more = events.length === MAX_EVENTS_IN_REPLY;
          return ok({ events: [...events], now: now(), presence: here, ...(more && { more }) });
        } finally {
          release(0); // if the log was not read
          games.unfollow(gameId, done); // the room follows the game
          if (here === null && !wasIn) await socket.leave(gameRoom(gameId)); // the request failed, so the socket does not watch
        }
      },
    },

    'game:unwatch': {
      scope: 'read',
      lane: 'game',
      aboveLimit: 'answer',
      async handler({ gameId }, { actor, socket }) {
        await socket.leave(gameRoom(gameId));
        presence.leave(gameId, socket);
        await leaveChat(socket, gameId, actor?.player.id);
        return ok({});
      },
    },

    'game:command': {
      scope: 'play',
      lane: null,
      aboveLimit: 'reject',
      handler: async ({ gameId, commandId, command }, { actor, address, socket, arrivedAt }) => {
        const answeredTo = socket.handshake.auth.eventsInAnswers === true ? socket.id : undefined;
        const done = await service.command({
          gameId,
          commandId,
          command,
          by: actor.player,
          address,
          arrivedAt,
          lagMs: lagOf(socket),
          absentSides: command.type === 'claim' ? await presence.absentSides(gameId) : [],
          answeredTo,
        });
        if (!done.ok) return done;
        const { seq, events } = done.value;
        return ok(answeredTo === undefined ? { seq } : { seq, events: [...events] });
      },
    },

    'time:now': {
      scope: 'read',
      lane: null,
      aboveLimit: 'reject',
      handler: async () => ok({ now: now() }),
    },
  }) satisfies Partial<SocketRequests>;
