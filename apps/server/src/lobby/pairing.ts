import { type Player, type PlayerId, type Seek, seekKey } from '@terrace/protocol';
import { SETUPS } from '@terrace/rules';

/** A player with an open seek. `since` is ms since 1970. */
export type Seeker = {
  readonly player: Player;
  readonly seek: Seek;
  readonly since: number;
  /** In the rating kind of the game; null without one, as for guests. */
  readonly rating: number | null;
  /** Players this one has blocked, and players who have blocked this one. */
  readonly blocked: ReadonlySet<PlayerId>;
};

/** Largest difference of ratings at first, and by how much it grows with every second of waiting. */
const INITIAL_RANGE = 150;
const RANGE_PER_SECOND = 15;

/** Partners tried for one seeker, the nearest by rating, to bound the time of a search. */
const MAX_PARTNERS = 24;

export const seatsOf = ({ setup }: Pick<Seek, 'setup'>): number => SETUPS[setup].players;

/** Largest difference of ratings after so many ms of waiting. */
export const rangeAfter = (waitedMs: number): number =>
  INITIAL_RANGE + RANGE_PER_SECOND * (Math.max(0, waitedMs) / 1000);

/** Whether two seekers of one key may play each other now. The longer wait counts; a player without a rating fits any. */
export function fit(one: Omit<Seeker, 'seek'>, other: Omit<Seeker, 'seek'>, now: number): boolean {
  if (one.player.id === other.player.id) return false;
  if (one.blocked.has(other.player.id) || other.blocked.has(one.player.id)) return false;
  if (one.rating === null || other.rating === null) return true;
  return Math.abs(one.rating - other.rating) <= rangeAfter(now - Math.min(one.since, other.since));
}

/**
 * Groups seekers into games, the longest waiting first, each with the nearest by rating. Nobody is in two groups, all of
 * a group fit each other, and of those who are left no full group can be made.
 */
export function pair<S extends Seeker>(seekers: readonly S[], now: number): S[][] {
  const groups: S[][] = [];
  for (const same of Map.groupBy(seekers, ({ seek }) => seekKey(seek)).values()) {
    const waiting = new Set(same.toSorted((a, b) => a.since - b.since));
    for (const first of waiting) {
      waiting.delete(first);
      const partners = [...waiting]
        .filter((other) => fit(first, other, now))
        .sort((a, b) => distance(first, a) - distance(first, b) || a.since - b.since)
        .slice(0, MAX_PARTNERS);
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
