import { randomInt } from 'node:crypto';
import { requests } from '@terrace/protocol';
import { err, ok, SETUPS, type Side } from '@terrace/rules';
import type { GameService } from '../game/service.ts';
import type { GameLists } from '../game/store.ts';
import { gameRoom } from './broadcast.ts';
import { route } from './serve.ts';

/** Open tables one player may have at a time. */
const MOST_TABLES = 5;

/** Games one connection may follow at a time. */
const MOST_WATCHED = 100;

/** What players and spectators ask of games. */
export const gameRoutes = (service: GameService, lists: GameLists, now: () => number) => ({
  'game:create': route(requests['game:create'], async ({ commandId, settings, side }, { actor, arrivedAt }) => {
    if (actor === null) return err({ code: 'no-session' });
    const seats: readonly Side[] = SETUPS[settings.setup].seats;
    const chosen = side ?? seats[randomInt(seats.length)];
    if (chosen === undefined || !seats.includes(chosen)) return err({ code: 'no-such-seat', side: chosen ?? 'west' });
    const own = await lists.gamesOf(actor.id, 100);
    if (own.filter(({ status }) => status === 'open').length >= MOST_TABLES) {
      return err({ code: 'too-many-tables', most: MOST_TABLES });
    }
    return service.create(actor, commandId, settings, chosen, arrivedAt);
  }),

  'game:watch': route(requests['game:watch'], async ({ gameId, after }, { socket }) => {
    if (socket.rooms.size > MOST_WATCHED) return err({ code: 'too-many-requests', retryMs: 1000 });
    await socket.join(gameRoom(gameId)); // before reading, so that nothing falls between the log and the room
    const events = await service.eventsAfter(gameId, after);
    if (events.length === 0 && after === 0) {
      await socket.leave(gameRoom(gameId));
      return err({ code: 'no-such-game' });
    }
    return ok({ events: [...events], now: now() });
  }),

  'game:unwatch': route(requests['game:unwatch'], async ({ gameId }, { socket }) => {
    await socket.leave(gameRoom(gameId));
    return ok({});
  }),

  'game:command': route(requests['game:command'], async ({ gameId, commandId, command }, { actor, arrivedAt }) => {
    if (actor === null) return err({ code: 'no-session' });
    const done = await service.command({ gameId, by: actor, commandId, command, arrivedAt });
    return done.ok ? ok({ seq: done.value }) : done;
  }),

  'time:now': route(requests['time:now'], async () => ok({ now: now() })),
});
