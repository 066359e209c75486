import { requests } from '@terrace/protocol';
import { err, ok } from '@terrace/rules';
import type { OpenTable } from '../game/open-table.ts';
import type { GameService } from '../game/service.ts';
import type { GamePresence } from '../presence/presence.ts';
import { gameRoom } from './broadcast.ts';
import { defineHandler } from './dispatch.ts';
import { lagOf } from './lag.ts';

/** Games one connection may follow at a time. */
const MOST_WATCHED = 100;

type Services = {
  readonly service: GameService;
  readonly openTable: OpenTable;
  readonly presence: GamePresence;
  readonly now: () => number;
};

/** What players and spectators ask of games. */
export const createGameHandlers = ({ service, openTable, presence, now }: Services) => ({
  'game:create': defineHandler(requests['game:create'], async (wish, { actor, arrivedAt }) => {
    if (actor === null) return err({ code: 'no-session' });
    return openTable(actor.player, wish, arrivedAt);
  }),

  'game:watch': defineHandler(requests['game:watch'], async ({ gameId, after }, { actor, socket }) => {
    if (socket.rooms.size > MOST_WATCHED) return err({ code: 'too-many-requests', retryMs: 1000 });
    await socket.join(gameRoom(gameId)); // before reading, so that nothing falls between the log and the room
    const events = await service.eventsAfter(gameId, after);
    const here = events.length === 0 && after === 0 ? null : await presence.join(gameId, socket, actor?.player ?? null);
    if (here === null) {
      await socket.leave(gameRoom(gameId));
      return err({ code: 'no-such-game' });
    }
    if (!socket.connected) presence.leave(gameId, socket); // it went while we read, and nobody would see it go
    return ok({ events: [...events], now: now(), presence: here });
  }),

  'game:unwatch': defineHandler(requests['game:unwatch'], async ({ gameId }, { socket }) => {
    await socket.leave(gameRoom(gameId));
    presence.leave(gameId, socket);
    return ok({});
  }),

  'game:command': defineHandler(
    requests['game:command'],
    async ({ gameId, commandId, command }, { actor, socket, arrivedAt }) => {
      if (actor === null) return err({ code: 'no-session' });
      const gone = command.type === 'claim' ? presence.absentSides(gameId) : [];
      const done = await service.command({
        gameId,
        by: actor.player,
        commandId,
        command,
        arrivedAt,
        lagMs: lagOf(socket),
        gone,
      });
      return done.ok ? ok({ seq: done.value }) : done;
    },
  ),

  'time:now': defineHandler(requests['time:now'], async () => ok({ now: now() })),
});
