import type { Player, PlayerId, Seek, Settings } from '@terrace/protocol';
import { SETUPS } from '@terrace/rules';

/** Somebody who waits for people who seek the same. `since` is ms since 1970. */
export type Seeker = {
  readonly player: Player;
  readonly seek: Seek;
  readonly since: number;
  /** In the kind of game that is sought; null where there is none, as for guests. */
  readonly rating: number | null;
  /** People the player has blocked, and people who have blocked the player. */
  apart: ReadonlySet<PlayerId>;
};

/** How far ratings may lie apart at once, and how much further with every second of waiting. */
const RANGE = 150;
const WIDENING = 15;

/** Partners looked at for one seeker; among the nearest by rating there is one, or nobody of the crowd will do. */
const MOST_LOOKED_AT = 24;

export const seatsOf = ({ setup }: Pick<Seek, 'setup'>): number => SETUPS[setup].players;

/** The same for all who seek the same. */
export const seekKey = ({ setup, time, rated }: Pick<Settings, 'setup' | 'time' | 'rated'>): string =>
  JSON.stringify([setup, time, rated]);

/** How far the other's rating may lie from one's own after so many ms of waiting. Who waits meets more people. */
export const rangeAfter = (waitedMs: number): number => RANGE + WIDENING * (Math.max(0, waitedMs) / 1000);

/** Whether two who seek the same could sit at one table now. The longer wait counts; without a rating nobody is too far off. */
export function fit(one: Omit<Seeker, 'seek'>, other: Omit<Seeker, 'seek'>, now: number): boolean {
  if (one.player.id === other.player.id) return false;
  if (one.apart.has(other.player.id) || other.apart.has(one.player.id)) return false;
  if (one.rating === null || other.rating === null) return true;
  return Math.abs(one.rating - other.rating) <= rangeAfter(now - Math.min(one.since, other.since));
}

/**
 * Brings people together, the longest waiting first, each with the nearest by rating. Nobody is in two groups, all of
 * a group fit each other, and no full group could be made of those who are left.
 */
export function pair<S extends Seeker>(seekers: readonly S[], now: number): S[][] {
  const groups: S[][] = [];
  for (const crowd of Map.groupBy(seekers, ({ seek }) => seekKey(seek)).values()) {
    const waiting = new Set(crowd.toSorted((a, b) => a.since - b.since));
    for (const first of waiting) {
      waiting.delete(first);
      const partners = [...waiting]
        .filter((other) => fit(first, other, now))
        .sort((a, b) => distance(first, a) - distance(first, b) || a.since - b.since)
        .slice(0, MOST_LOOKED_AT);
      const group = complete([first], partners, seatsOf(first.seek), now);
      if (group === undefined) continue;
      for (const partner of group) waiting.delete(partner);
      groups.push(group);
    }
  }
  return groups;
}

const distance = (one: Seeker, other: Seeker): number =>
  one.rating === null || other.rating === null ? 0 : Math.abs(one.rating - other.rating);

/** The first way to fill the seats with partners who all fit each other, if there is one. */
function complete<S extends Seeker>(
  group: readonly S[],
  partners: readonly S[],
  seats: number,
  now: number,
): S[] | undefined {
  if (group.length === seats) return [...group];
  for (const [i, next] of partners.entries()) {
    const rest = partners.slice(i + 1).filter((other) => fit(next, other, now));
    const whole = complete([...group, next], rest, seats, now);
    if (whole !== undefined) return whole;
  }
  return undefined;
}
