import type { SetupName, Side } from '@terrace/rules';
import { type Fixture, type PlayedFixture, playFixtures } from '../games.ts';
import { type Interval, shareAt, wilson } from '../statistics.ts';
import { rulesOf } from '../tactics/positions.ts';
import { type Hypotheses, type Verdict, verdictOf } from './sprt.ts';

/** The change is judged by its score against `opponent`, compared with the score of the version before. */
export interface Contest {
  /** Names of `playerOf`. Without `opponent` the two versions play each other. */
  readonly now: string;
  readonly before: string;
  readonly opponent?: string;
  readonly setups: readonly SetupName[];
  /** The maximum of openings; each is played in both seats. */
  readonly openings: number;
  /** Elo at which a change counts as not better, and as better. */
  readonly bounds: { readonly worse: number; readonly better: number };
}

export interface Judged {
  readonly openings: number;
  readonly now: Interval;
  /** Missing when the two versions played each other. */
  readonly before: Interval | undefined;
  readonly verdict: Verdict;
}

const SEATS = ['south', 'north'] as const satisfies readonly Side[];
const PLIES = 6;

/** Plays openings until the sequential test decides, or all of them. */
export async function judge(contest: Contest, { log, threads }: { log: string; threads: number }): Promise<Judged> {
  const players = contest.opponent === undefined ? [contest.now] : [contest.now, contest.before];
  const fixtures = Array.from({ length: contest.openings }, (_, index) =>
    players.flatMap((player) => SEATS.map((seat) => fixtureOf(contest, player, seat, index + 1))),
  ).flat();
  const decide = (games: readonly PlayedFixture[]) => verdictOf(samplesOf(contest, games), hypothesesOf(contest));
  const games = await playFixtures(fixtures, {
    log,
    threads,
    isEnough: (so) => decide(so) !== 'undecided',
  });
  const points = pointsByOpening(games);
  return {
    openings: points.get(contest.now)?.size ?? 0,
    now: scoreOf(points.get(contest.now)),
    before: contest.opponent === undefined ? undefined : scoreOf(points.get(contest.before)),
    verdict: decide(games),
  };
}

function fixtureOf(contest: Contest, player: string, seat: Side, opening: number): Fixture {
  const { before, opponent = before, setups } = contest;
  const setup = setups[(opening - 1) % setups.length] ?? 'long';
  return {
    id: `${player} in ${seat}, ${opponent}, ${setup} ${PLIES} ${opening}`,
    setup,
    rules: rulesOf('standard'),
    plies: PLIES,
    opening,
    players: seat === 'south' ? { south: player, north: opponent } : { south: opponent, north: player },
  };
}

/** Points of each player in completed openings, from 0 to 1, by opening. */
function pointsByOpening(games: readonly PlayedFixture[]): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const points = new Map<string, Map<number, number[]>>();
  for (const { fixture, played } of games) {
    for (const seat of SEATS) {
      const player = fixture.players[seat] ?? '';
      const openings = points.get(player) ?? new Map<number, number[]>();
      points.set(player, openings);
      const won = played.winner === undefined ? 0.5 : played.winner === seat ? 1 : 0;
      openings.set(fixture.opening, [...(openings.get(fixture.opening) ?? []), won]);
    }
  }
  const complete = (openings: ReadonlyMap<number, readonly number[]>) =>
    new Map(
      [...openings].flatMap(([opening, [one, other]]) =>
        one === undefined || other === undefined ? [] : [[opening, (one + other) / 2] as const],
      ),
    );
  return new Map([...points].map(([player, openings]) => [player, complete(openings)]));
}

/** One sample per opening: the points, or how many more than the version before against the same opponent. */
function samplesOf(contest: Contest, games: readonly PlayedFixture[]): readonly number[] {
  const points = pointsByOpening(games);
  const now = points.get(contest.now) ?? new Map<number, number>();
  if (contest.opponent === undefined) return [...now.values()];
  const before = points.get(contest.before) ?? new Map<number, number>();
  return [...now].flatMap(([opening, share]) => {
    const shareBefore = before.get(opening);
    return shareBefore === undefined ? [] : [share - shareBefore];
  });
}

/** Shares of points at the bounds; between versions against a third player they are differences of shares. */
function hypothesesOf({ opponent, bounds: { worse, better } }: Contest): Hypotheses {
  const less = opponent === undefined ? 0 : 0.5;
  return { worse: shareAt(worse) - less, better: shareAt(better) - less };
}

const scoreOf = (points: ReadonlyMap<number, number> = new Map()): Interval =>
  wilson(2 * [...points.values()].reduce((sum, share) => sum + share, 0), 2 * points.size);
