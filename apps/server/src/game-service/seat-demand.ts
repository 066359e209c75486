import { type GameEvent, type GameRow, isComputer, type Player, type PlayerId, type Refusal } from '@terrace/protocol';

/** Open tables one player may sit at when they open another. */
export const MAX_TABLES = 5;

/** Games that are not over in which one player may have a seat: a busy correspondence player has some dozens. */
export const MAX_SEATS = 100;

/** Of these, games without a clock: nothing but the players ends them for a month. */
export const MAX_SEATS_WITHOUT_CLOCK = 50;

/**
 * Of these, games against computers: they begin at once, so that open tables do not limit them, and each takes its share of
 * the computers' time.
 */
const MAX_COMPUTER_GAMES = 20;

/** Seats that are kept for one player at a time, by whomever. */
export const MAX_INVITATIONS = 20;

/** What events take of the players' shares: seats, a table, places among somebody's invitations. */
export type SeatDemand = {
  /** Who opens a table with this that waits for others, if anybody does. */
  readonly opens: PlayerId | null;
  /** People who sit down. */
  readonly seats: readonly Player[];
  /** People a seat is kept for. */
  readonly invited: readonly Player[];
  readonly withoutClock: boolean;
  readonly withComputer: boolean;
  /** The address blocks from which people sit down, where they are known. */
  readonly addresses: ReadonlyMap<PlayerId, string>;
};

/** The address block with which a player's seat counts. */
export type AddressOf = (player: PlayerId) => string | undefined;

/** What a player has in other games that are not over. */
export type SeatCounts = {
  readonly player: PlayerId;
  readonly tables: number;
  readonly seats: number;
  readonly withoutClock: number;
  readonly computerGames: number;
  readonly invitations: number;
};

/** What these events demand in the game they lead to; null when nobody gains anything that is limited, as in any move. */
export function seatDemand(
  events: readonly GameEvent[],
  { settings, status, seats }: GameRow,
  addressOf: AddressOf,
): SeatDemand | null {
  const people = (type: 'seated' | 'reserved') =>
    events.flatMap((event) => (event.type === type && !isComputer(event.player) ? [event.player] : []));
  const [seated, invited] = [people('seated'), people('reserved')];
  if (seated.length === 0 && invited.length === 0) return null;
  const isNew = events[0]?.type === 'created';
  const addresses = seated.flatMap(({ id }) => {
    const address = addressOf(id);
    return address === undefined ? [] : [[id, address] as const];
  });
  return {
    opens: isNew && status === 'open' ? (seated[0]?.id ?? null) : null,
    seats: seated,
    invited,
    withoutClock: settings.time === null,
    withComputer: isNew && seats.some((seat) => [seat.player, seat.reserved].some((each) => each && isComputer(each))),
    addresses: new Map(addresses),
  };
}

/** Why a demand goes beyond somebody's share, if it does. */
export function excess(demand: SeatDemand, counts: readonly SeatCounts[]): Refusal | undefined {
  const of = (id: PlayerId) => counts.find(({ player }) => player === id);
  for (const { id, name } of demand.seats) {
    const has = of(id);
    if (has === undefined) continue;
    if (demand.opens === id && has.tables >= MAX_TABLES) return { code: 'too-many-tables', most: MAX_TABLES };
    if (demand.withComputer && has.computerGames >= MAX_COMPUTER_GAMES) {
      return { code: 'too-many-computer-games', most: MAX_COMPUTER_GAMES };
    }
    if (has.seats >= MAX_SEATS) return { code: 'too-many-seats', name, most: MAX_SEATS, clock: true };
    if (demand.withoutClock && has.withoutClock >= MAX_SEATS_WITHOUT_CLOCK) {
      return { code: 'too-many-seats', name, most: MAX_SEATS_WITHOUT_CLOCK, clock: false };
    }
  }
  const full = demand.invited.find(({ id }) => (of(id)?.invitations ?? 0) >= MAX_INVITATIONS);
  return full && { code: 'invited-enough', name: full.name };
}
