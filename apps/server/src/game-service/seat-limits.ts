import { createHmac, createSecretKey } from 'node:crypto';
import { type GameEvent, type GameRow, isComputer, type Player, type PlayerId, type Refusal } from '@terrace/protocol';

/** Open tables with a clock per host. */
export const MAX_TABLES = 5;

/** Open tables by days or without a clock per host: they wait for days while the host is away. */
export const MAX_SLOW_TABLES = { member: 10, guest: 3 };

/** Unfinished games per player. A busy correspondence player has a few dozen. */
export const MAX_SEATS = 100;

/** Unfinished games without a clock per player: if nobody acts, they last for a month. */
export const MAX_SEATS_WITHOUT_CLOCK = 50;

/** They start at once, so the limit of open tables does not apply, and each takes computing time. */
const MAX_COMPUTER_GAMES = 20;

/** Seats reserved for one player at a time, by all hosts. */
export const MAX_INVITATIONS = 20;

export type SeatDemand = {
  /** The host, if the events open a table that waits for others. */
  readonly opens: PlayerId | null;
  readonly seats: readonly Player[];
  readonly invited: readonly Player[];
  readonly withoutClock: boolean;
  /** Whether the game is by days or without a clock. */
  readonly slow: boolean;
  readonly withComputer: boolean;
  readonly addresses: ReadonlyMap<PlayerId, string>;
};

export type AddressOf = (player: PlayerId) => string | undefined;

export type SeatCounts = {
  readonly player: PlayerId;
  readonly member: boolean;
  readonly tables: number;
  /** Those of `tables` that are by days or without a clock. */
  readonly slowTables: number;
  readonly seats: number;
  readonly withoutClock: number;
  readonly computerGames: number;
  readonly invitations: number;
};

/** The demand of events, with the row they lead to. Null for events that change no quota, such as moves. */
export function seatDemand(
  events: readonly GameEvent[],
  { settings, status, seats }: GameRow,
  addressOf: AddressOf,
): SeatDemand | null {
  if (!events.some(({ type }) => type === 'seated' || type === 'reserved')) return null;
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
    slow: settings.time?.kind !== 'clock',
    withComputer: isNew && seats.some((seat) => [seat.player, seat.reserved].some((each) => each && isComputer(each))),
    addresses: new Map(addresses),
  };
}

export function exceededLimit(demand: SeatDemand, counts: readonly SeatCounts[]): Refusal | undefined {
  const of = (id: PlayerId) => counts.find(({ player }) => player === id);
  for (const { id, name } of demand.seats) {
    const has = of(id);
    if (has === undefined) continue;
    const tables = tableQuota(demand, has);
    if (demand.opens === id && tables.has >= tables.most) return { code: 'too-many-tables', most: tables.most };
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

const tableQuota = ({ slow }: SeatDemand, { member, tables, slowTables }: SeatCounts) =>
  slow
    ? { has: slowTables, most: member ? MAX_SLOW_TABLES.member : MAX_SLOW_TABLES.guest }
    : { has: tables - slowTables, most: MAX_TABLES };

/** Limits for all players behind one address block, such as a school or a club. */
export type AddressLimits = {
  readonly tables: number;
  readonly seats: number;
  readonly invitations: number;
};

export const ADDRESS_LIMITS: AddressLimits = { tables: 100, seats: 600, invitations: 200 };

/** `keyOf` returns undefined for an address without limits. */
export type AddressQuota = {
  readonly limits: AddressLimits;
  readonly keyOf: (block: string) => string | undefined;
};

export type SeatAddress = { readonly player: Player; readonly key: string };

export type AddressCounts = AddressLimits & { readonly key: string };

/**
 * Counts address blocks by a keyed hash, so that no address is stored. Loopback addresses are not counted: behind a
 * proxy missing from TRUST_PROXY, all players would share one.
 */
export function createAddressQuota(secret: string, limits: AddressLimits = ADDRESS_LIMITS): AddressQuota {
  const hmacKey = createSecretKey(createHmac('sha256', secret).update('seats by address').digest());
  return {
    limits,
    keyOf: (block) =>
      isLoopback(block) ? undefined : createHmac('sha256', hmacKey).update(block).digest('base64url').slice(0, 22),
  };
}

/** For stores of tests and tools, which serve no remote players. */
export const UNCOUNTED: AddressQuota = { limits: ADDRESS_LIMITS, keyOf: () => undefined };

/** `::/64` is the block of `::1`. */
const isLoopback = (block: string): boolean => block.startsWith('127.') || block === '::/64';

export function exceededAddressLimit(
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
