import { createHmac, createSecretKey } from 'node:crypto';
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

/** What all players behind one address block may have at a time. A school or a club shares one. */
export type AddressLimits = {
  /** Open tables that were opened from there. */
  readonly tables: number;
  readonly seats: number;
  /** Seats kept for players by name at these tables. */
  readonly invitations: number;
};

export const ADDRESS_LIMITS: AddressLimits = { tables: 100, seats: 600, invitations: 200 };

/** The limits, and under what key an address block counts; undefined for one that has no limits. */
export type AddressQuota = {
  readonly limits: AddressLimits;
  readonly keyOf: (block: string) => string | undefined;
};

/** A player who takes a seat, and the key of the address block they do it from. */
export type SeatAddress = { readonly player: Player; readonly key: string };

/** What an address block has in other games that are not over. */
export type AddressCounts = AddressLimits & { readonly key: string };

/**
 * Counts address blocks by a key made with the server's secret, so that no address is stored. This machine's own addresses
 * are not counted: behind a proxy that TRUST_PROXY does not name, everybody would share one.
 */
export function createAddressQuota(secret: string, limits: AddressLimits = ADDRESS_LIMITS): AddressQuota {
  const hmacKey = createSecretKey(createHmac('sha256', secret).update('seats by address').digest());
  return {
    limits,
    keyOf: (block) =>
      isLoopback(block) ? undefined : createHmac('sha256', hmacKey).update(block).digest('base64url').slice(0, 22),
  };
}

/** For a store through which nobody from outside sits down. */
export const UNCOUNTED: AddressQuota = { limits: ADDRESS_LIMITS, keyOf: () => undefined };

/** `::/64` is the block of `::1`. */
const isLoopback = (block: string): boolean => block.startsWith('127.') || block === '::/64';

/** Why a demand goes beyond the share of an address block it comes from, if it does. */
export function excessOfAddress(
  demand: SeatDemand,
  seatAddresses: readonly SeatAddress[],
  counts: readonly AddressCounts[],
  limits: AddressLimits,
): Refusal | undefined {
  for (const { player, key } of seatAddresses) {
    const has = counts.find((each) => each.key === key);
    const beyond = (what: keyof AddressLimits): Refusal => ({
      code: 'too-many-from-address',
      name: player.name,
      what,
      most: limits[what],
    });
    const opens = demand.opens === player.id;
    if (opens && (has?.tables ?? 0) >= limits.tables) return beyond('tables');
    const invitations = opens ? demand.invited.length : 0;
    if (invitations > 0 && (has?.invitations ?? 0) + invitations > limits.invitations) return beyond('invitations');
    const seats = seatAddresses.filter((each) => each.key === key).length;
    if ((has?.seats ?? 0) + seats > limits.seats) return beyond('seats');
  }
  return undefined;
}
