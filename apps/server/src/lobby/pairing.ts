import { gamesOfSeek, type Player, type PlayerId, type Seek, seekKey } from '@terrace/protocol';
import { SETUPS } from '@terrace/rules';

export type Seeker = {
  readonly player: Player;
  /** Acceptable games by `seekKey`, the first choice first. */
  readonly games: ReadonlyMap<string, SoughtGame>;
  readonly since: number;
  /** Players this one has blocked, and players who have blocked this one. */
  readonly blocked: ReadonlySet<PlayerId>;
};

/** `rating` is null for unrated players and guests. */
export type SoughtGame = { readonly game: Seek; readonly rating: number | null };

export type Candidate = Pick<Seeker, 'player' | 'since' | 'blocked'> & { readonly rating: number | null };

export type Group<S extends Seeker> = { readonly game: Seek; readonly seekers: readonly S[] };

/** The allowed rating difference, and its growth per second of waiting. */
const INITIAL_RANGE = 150;
const RANGE_PER_SECOND = 15;

/** Bounds the search. Nearest ratings are tried first. */
const MAX_PARTNERS = 24;

export const seatsOf = ({ setup }: Pick<Seek, 'setup'>): number => SETUPS[setup].players;

export const soughtGames = (seek: Seek, ratingIn: (game: Seek) => number | null): Map<string, SoughtGame> =>
  new Map(gamesOfSeek(seek).map((game) => [seekKey(game), { game, rating: ratingIn(game) }]));

export const rangeAfter = (waitedMs: number): number =>
  INITIAL_RANGE + RANGE_PER_SECOND * (Math.max(0, waitedMs) / 1000);

/** The longer wait counts; an unrated player matches any. */
export function canPair(one: Candidate, other: Candidate, now: number): boolean {
  if (one.player.id === other.player.id) return false;
  if (one.blocked.has(other.player.id) || other.blocked.has(one.player.id)) return false;
  if (one.rating === null || other.rating === null) return true;
  return Math.abs(one.rating - other.rating) <= rangeAfter(now - Math.min(one.since, other.since));
}

export const candidateFor = (seeker: Seeker, key: string): Candidate => ({
  player: seeker.player,
  since: seeker.since,
  blocked: seeker.blocked,
  rating: seeker.games.get(key)?.rating ?? null,
});

/** Pairs the longest-waiting seekers first, each by first choice, then nearest rating. The rest fill no game. */
export function pair<S extends Seeker>(seekers: readonly S[], now: number): Group<S>[] {
  const groups: Group<S>[] = [];
  const inOrder = seekers.toSorted((a, b) => a.since - b.since);
  const waiting = new Map<string, Set<S>>();
  for (const seeker of inOrder) {
    for (const key of seeker.games.keys()) waiting.set(key, (waiting.get(key) ?? new Set()).add(seeker));
  }
  const paired = new Set<S>();
  const remove = (seeker: S): void => {
    for (const key of seeker.games.keys()) waiting.get(key)?.delete(seeker);
  };
  for (const first of inOrder) {
    if (paired.has(first)) continue;
    remove(first);
    for (const [key, { game }] of first.games) {
      const group = groupFor(first, waiting.get(key) ?? [], key, seatsOf(game), now);
      if (group === undefined) continue;
      for (const partner of group) {
        paired.add(partner);
        remove(partner);
      }
      groups.push({ game, seekers: group });
      break;
    }
  }
  return groups;
}

function groupFor<S extends Seeker>(first: S, others: Iterable<S>, key: string, seats: number, now: number) {
  const one = candidateFor(first, key);
  const partners = [...others]
    .map((seeker) => ({ seeker, candidate: candidateFor(seeker, key) }))
    .filter(({ candidate }) => canPair(one, candidate, now))
    .sort((a, b) => distance(one, a.candidate) - distance(one, b.candidate) || a.seeker.since - b.seeker.since)
    .slice(0, MAX_PARTNERS);
  return complete([{ seeker: first, candidate: one }], partners, seats, now)?.map(({ seeker }) => seeker);
}

const distance = (one: Candidate, other: Candidate): number =>
  one.rating === null || other.rating === null ? 0 : Math.abs(one.rating - other.rating);

/** The first pairwise compatible choice of partners that fills the seats. */
function complete<C extends { readonly candidate: Candidate }>(
  group: readonly C[],
  partners: readonly C[],
  seats: number,
  now: number,
): readonly C[] | undefined {
  if (group.length === seats) return group;
  for (const [i, next] of partners.entries()) {
    const rest = partners.slice(i + 1).filter((other) => canPair(next.candidate, other.candidate, now));
    const whole = complete([...group, next], rest, seats, now);
    if (whole !== undefined) return whole;
  }
  return undefined;
}
