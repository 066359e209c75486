import { randomInt } from 'node:crypto';
import { asBeginning, beginning, type Reservation } from '@terrace/game';
import { type GameId, type Payload, type Refusal, requests, type Settings } from '@terrace/protocol';
import { err, ok, type Result, type Side } from '@terrace/rules';
import { gameIdOf } from '../game/id.ts';
import type { GameService } from '../game/service.ts';
import type { Directory, GameLists } from '../game/store.ts';
import type { PresenceBook } from '../presence/presence.ts';
import { gameRoom } from './broadcast.ts';
import { lagOf } from './lag.ts';
import { route } from './serve.ts';

/** Open tables one player may have at a time. */
const MOST_TABLES = 5;

/** Games one connection may follow at a time. */
const MOST_WATCHED = 100;

type Services = {
  readonly service: GameService;
  readonly lists: GameLists;
  readonly people: Directory;
  readonly presence: PresenceBook;
  readonly now: () => number;
};

/** What players and spectators ask of games. */
export const gameRoutes = ({ service, lists, people, presence, now }: Services) => ({
  'game:create': route(requests['game:create'], async (wish, { actor, arrivedAt }) => {
    if (actor === null) return err({ code: 'no-session' });
    const settings = wish.from === null ? ok(wish.settings) : await startingFrom(service, wish.settings, wish.from);
    if (!settings.ok) return settings;
    const start = beginning(settings.value);
    if (!start.ok) return err({ code: 'bad-position', why: start.error });
    const reservations = await keep(people, wish.reserved);
    if (!reservations.ok) return reservations;
    const free = start.value.seats.filter((side) => !reservations.value.some((kept) => kept.side === side));
    const side = wish.side ?? free[randomInt(Math.max(1, free.length))];
    if (side === undefined) return err({ code: 'seat-taken', side: null });
    const own = await lists.gamesOf(actor.id, 100);
    // The same command sent again is answered again, not counted against itself.
    const asked = gameIdOf(actor.id, wish.commandId);
    const hosted = own.filter(
      ({ id, status, seats }) =>
        id !== asked && status === 'open' && seats.some(({ player }) => player?.id === actor.id),
    );
    if (hosted.length >= MOST_TABLES) return err({ code: 'too-many-tables', most: MOST_TABLES });
    const { commandId } = wish;
    return service.create({
      host: actor,
      commandId,
      settings: settings.value,
      side,
      reservations: reservations.value,
      arrivedAt,
    });
  }),

  'game:watch': route(requests['game:watch'], async ({ gameId, after }, { actor, socket }) => {
    if (socket.rooms.size > MOST_WATCHED) return err({ code: 'too-many-requests', retryMs: 1000 });
    await socket.join(gameRoom(gameId)); // before reading, so that nothing falls between the log and the room
    const events = await service.eventsAfter(gameId, after);
    const here = events.length === 0 && after === 0 ? null : await presence.enter(gameId, socket, actor);
    if (here === null) {
      await socket.leave(gameRoom(gameId));
      return err({ code: 'no-such-game' });
    }
    return ok({ events: [...events], now: now(), presence: here });
  }),

  'game:unwatch': route(requests['game:unwatch'], async ({ gameId }, { socket }) => {
    await socket.leave(gameRoom(gameId));
    presence.leave(gameId, socket);
    return ok({});
  }),

  'game:command': route(
    requests['game:command'],
    async ({ gameId, commandId, command }, { actor, socket, arrivedAt }) => {
      if (actor === null) return err({ code: 'no-session' });
      const gone = command.type === 'claim' ? await presence.gone(gameId) : [];
      const done = await service.command({
        gameId,
        by: actor,
        commandId,
        command,
        arrivedAt,
        lagMs: lagOf(socket),
        gone,
      });
      return done.ok ? ok({ seq: done.value }) : done;
    },
  ),

  'time:now': route(requests['time:now'], async () => ok({ now: now() })),
});

/** The same settings, beginning where another game stood before its move `ply`. */
async function startingFrom(
  service: GameService,
  settings: Settings,
  { gameId, ply }: { gameId: GameId; ply: number },
): Promise<Result<Settings, Refusal>> {
  const state = await service.state(gameId);
  let moment = state?.history;
  while (moment !== undefined && moment.position.ply > ply) moment = moment.parent;
  if (state === null || moment === undefined || moment.position.ply !== ply) return err({ code: 'no-such-game' });
  const position = asBeginning(moment.position);
  return position.ok
    ? ok({ ...settings, setup: 'custom', position: position.value, rules: state.settings.rules })
    : err({ code: 'bad-position', why: position.error });
}

async function keep(
  people: Directory,
  wishes: Payload<'game:create'>['reserved'],
): Promise<Result<readonly Reservation[], Refusal>> {
  const kept: { side: Side; player: Reservation['player'] }[] = [];
  for (const { side, name } of wishes) {
    const player = await people.byName(name);
    if (player === undefined) return err({ code: 'no-such-player', name });
    kept.push({ side, player });
  }
  return ok(kept);
}
