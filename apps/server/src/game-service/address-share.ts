import { createHmac, createSecretKey } from 'node:crypto';
import type { Player, Refusal } from '@terrace/protocol';
import type { SeatDemand } from './seat-demand.ts';

/** What all players behind one address block may have at a time. A school or a club shares one. */
export type AddressLimits = {
  /** Open tables that were opened from there. */
  readonly tables: number;
  /** Seats in games that are not over. */
  readonly seats: number;
  /** Seats kept for players by name at these tables. */
  readonly invitations: number;
};

export const ADDRESS_LIMITS: AddressLimits = { tables: 100, seats: 600, invitations: 200 };

/** The limits, and under what key an address block counts; undefined for one that has no limits. */
export type AddressShare = {
  readonly limits: AddressLimits;
  readonly keyOf: (block: string) => string | undefined;
};

/** A player who takes a seat, and the key of the address block they do it from. */
export type SeatOrigin = { readonly player: Player; readonly key: string };

/** What an address block has in other games that are not over. */
export type AddressCounts = AddressLimits & { readonly key: string };

/**
 * Counts address blocks by a key made with the server's secret, so that no address is stored. This machine's own addresses
 * are not counted: behind a proxy that TRUST_PROXY does not name, everybody would share one.
 */
export function createAddressShare(secret: string, limits: AddressLimits = ADDRESS_LIMITS): AddressShare {
  const hmacKey = createSecretKey(createHmac('sha256', secret).update('seats by address').digest());
  return {
    limits,
    keyOf: (block) =>
      isLoopback(block) ? undefined : createHmac('sha256', hmacKey).update(block).digest('base64url').slice(0, 22),
  };
}

/** For a store through which nobody from outside sits down. */
export const UNCOUNTED: AddressShare = { limits: ADDRESS_LIMITS, keyOf: () => undefined };

/** `::/64` is the block of `::1`. */
const isLoopback = (block: string): boolean => block.startsWith('127.') || block === '::/64';

/** Why a demand goes beyond the share of an address block it comes from, if it does. */
export function excessOfAddress(
  demand: SeatDemand,
  origins: readonly SeatOrigin[],
  counts: readonly AddressCounts[],
  limits: AddressLimits,
): Refusal | undefined {
  for (const { player, key } of origins) {
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
    const seats = origins.filter((each) => each.key === key).length;
    if ((has?.seats ?? 0) + seats > limits.seats) return beyond('seats');
  }
  return undefined;
}
