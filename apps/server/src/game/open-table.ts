import { randomInt } from 'node:crypto';
import { type Reservation, startFrom, startOf, whyNoStart } from '@terrace/game';
import type { GameId, Payload, Player, Refusal, Settings } from '@terrace/protocol';
import { err, ok, type Result, type Side } from '@terrace/rules';
import { gameIdOf } from './id.ts';
import type { GameService } from './service.ts';
import type { GameQueries, PlayerStore } from './store.ts';

/** Open tables one player may have at a time. */
const MOST_TABLES = 5;

/** Games looked at to count a player's open tables. */
const MOST_GAMES = 100;

type Wish = Payload<'game:create'>;

/** Opens a table as somebody wishes it, or says why not. */
export type OpenTable = (
  host: Player,
  wish: Wish,
  arrivedAt: number,
) => Promise<Result<{ gameId: GameId; seq: number }, Refusal>>;

/** The one way to a new table, whoever asks for it and through what. */
export const createOpenTable =
  ({ service, lists, people }: { service: GameService; lists: GameQueries; people: PlayerStore }): OpenTable =>
  async (host, wish, arrivedAt) => {
    const settings = wish.from === null ? ok(wish.settings) : await startingFrom(service, wish.settings, wish.from);
    if (!settings.ok) return settings;
    const start = startOf(settings.value);
    if (!start.ok) return err({ code: 'bad-position', why: whyNoStart(start.error) });
    const reservations = await keep(people, wish.reserved, settings.value.rated);
    if (!reservations.ok) return reservations;
    const free = start.value.seats.filter((side) => !reservations.value.some((kept) => kept.side === side));
    const side = wish.side ?? free[randomInt(Math.max(1, free.length))];
    if (side === undefined) return err({ code: 'seat-taken', side: null });
    const own = await lists.unfinishedGamesOf(host.id, MOST_GAMES);
    // The same command sent again is answered again, not counted against itself.
    const asked = gameIdOf(host.id, wish.commandId);
    const hosted = own.filter(
      ({ id, status, seats }) =>
        id !== asked && status === 'open' && seats.some(({ player }) => player?.id === host.id),
    );
    if (hosted.length >= MOST_TABLES) return err({ code: 'too-many-tables', most: MOST_TABLES });
    const { commandId } = wish;
    const { value: reserved } = reservations;
    return service.create({ host, commandId, settings: settings.value, side, reservations: reserved, arrivedAt });
  };

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
  const position = startFrom(moment.position);
  return position.ok
    ? ok({ ...settings, setup: 'custom', position: position.value, rules: state.settings.rules })
    : err({ code: 'bad-position', why: position.error });
}

async function keep(
  people: PlayerStore,
  wishes: Wish['reserved'],
  rated: boolean,
): Promise<Result<readonly Reservation[], Refusal>> {
  const kept: { side: Side; player: Player }[] = [];
  for (const { side, name } of wishes) {
    const player = await people.byName(name);
    if (player === undefined) return err({ code: 'no-such-player', name });
    if (rated && !(await people.hasAccount(player.id))) return err({ code: 'rated-needs-account', name: player.name });
    kept.push({ side, player });
  }
  return ok(kept);
}
