import { randomInt } from 'node:crypto';
import { type Reservation, startPositionOf, startTextFrom } from '@terrace/game';
import {
  availableComputer,
  type GameId,
  HOUR_MS,
  type Payload,
  type Player,
  type PlayerId,
  type Refusal,
  SECOND_MS,
  type Settings,
  type Strength,
  strengthFromName,
} from '@terrace/protocol';
import { err, ok, type Result, type Side } from '@terrace/rules';
import { historyBefore } from './history-before.ts';
import type { PlayerStore } from './players.ports.ts';
import type { GameService } from './service.ts';

type TableOptions = Payload<'game:create'>;

/** `address` is the host's address block. */
export type OpenTable = (
  host: Player,
  options: TableOptions,
  address: string,
) => Promise<Result<{ gameId: GameId; seq: number }, Refusal>>;

export type InvitationRefusal = (host: PlayerId, invited: Player) => Promise<Refusal | undefined>;

/** Opens a table whose host does not play: a seat is reserved for each named player. */
export type OrganiseTable = (
  organiser: Player,
  options: Pick<TableOptions, 'commandId' | 'settings'> & { readonly reserved: readonly NamedSeat[] },
  address: string,
) => Promise<Result<{ gameId: GameId; seq: number }, Refusal>>;

type NamedSeat = { readonly side: Side; readonly name: string };

/** Points per `duration` in seconds: an organiser has no seat, so the limits of seats do not apply. */
export const ORGANISED_LIMITS = {
  organised: { points: 10, duration: HOUR_MS / SECOND_MS },
  organisedFrom: { points: 30, duration: HOUR_MS / SECOND_MS },
} as const;

type Limit = { readonly consume: (key: string) => Refusal | undefined | Promise<Refusal | undefined> };

type Dependencies = {
  readonly service: GameService;
  readonly players: PlayerStore;
  readonly invitationRefusal: InvitationRefusal;
};

export const createOpenTable =
  ({ service, players, invitationRefusal }: Dependencies): OpenTable =>
  async (host, options, address) => {
    const settings =
      options.from === null ? ok(options.settings) : await startingFrom(service, options.settings, options.from);
    if (!settings.ok) return settings;
    const start = startPositionOf(settings.value);
    if (!start.ok) return err({ code: 'bad-position', why: start.error });
    const named = { reserved: options.reserved, computers: options.computers ?? [] };
    const reservations = await reserve({ players, invitationRefusal }, host.id, named, settings.value.rated);
    if (!reservations.ok) return reservations;
    const free = start.value.seats.filter((side) => !reservations.value.some((reserved) => reserved.side === side));
    const side = options.side ?? free[randomInt(Math.max(1, free.length))];
    if (side === undefined) return err({ code: 'seat-taken', side: null });
    return service.createTable({
      host,
      commandId: options.commandId,
      settings: settings.value,
      side,
      reservations: reservations.value,
      address,
    });
  };

type OrganiseDependencies = Dependencies & {
  readonly limits: { readonly ofPlayer: Limit; readonly ofAddress: Limit };
};

export function createOrganiseTable({
  service,
  players,
  invitationRefusal,
  limits,
}: OrganiseDependencies): OrganiseTable {
  return async (organiser, { commandId, settings, reserved }, address) => {
    const tooMany = (await limits.ofPlayer.consume(organiser.id)) ?? (await limits.ofAddress.consume(address));
    if (tooMany !== undefined) return err(tooMany);
    const named = { reserved, computers: [] };
    const reservations = await reserve({ players, invitationRefusal }, organiser.id, named, settings.rated);
    if (!reservations.ok) return reservations;
    const table = { host: organiser, commandId, settings, side: null, reservations: reservations.value, address };
    return service.createTable(table);
  };
}

async function startingFrom(
  service: GameService,
  settings: Settings,
  { gameId, ply }: { gameId: GameId; ply: number },
): Promise<Result<Settings, Refusal>> {
  const state = await service.state(gameId);
  const earlier = state && historyBefore(state.history, ply);
  if (!earlier) return err({ code: 'no-such-game' });
  const position = startTextFrom(earlier);
  return position.ok
    ? ok({ ...settings, setup: 'custom', position: position.value, rules: state.settings.rules })
    : err({ code: 'bad-position', why: position.error });
}

type Named = {
  readonly reserved: readonly NamedSeat[];
  readonly computers: NonNullable<TableOptions['computers']>;
};

/** A table has each person once, but may have several computers of one strength. */
async function reserve(
  { players, invitationRefusal }: Pick<Dependencies, 'players' | 'invitationRefusal'>,
  host: PlayerId,
  { reserved, computers }: Named,
  rated: boolean,
): Promise<Result<readonly Reservation[], Refusal>> {
  const reservations: { side: Side; player: Player }[] = [];
  const another = (side: Side, strength: Strength) => {
    const present = reservations.map(({ player }) => player.id);
    reservations.push({ side, player: availableComputer(strength, present) });
  };
  for (const { side, name } of reserved) {
    const strength = strengthFromName(name);
    if (strength !== undefined) {
      another(side, strength);
      continue;
    }
    const player = await players.byName(name);
    if (player === undefined) return err({ code: 'no-such-player', name });
    const refusal = await invitationRefusal(host, player);
    if (refusal !== undefined) return err(refusal);
    if (rated && !(await players.hasAccount(player.id))) return err({ code: 'rated-needs-account', name: player.name });
    reservations.push({ side, player });
  }
  for (const { side, strength } of computers) another(side, strength);
  return ok(reservations);
}
