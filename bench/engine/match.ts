/**
 * Plays two players against each other from balanced random openings, each opening once in every seat.
 *
 * node bench/engine/match.ts engine:nodes=20000 minimax:3 --games 200 --setup long
 * node bench/engine/match.ts engine:nodes=20000 minimax:3 --games 200 --setup four --log four.log --threads 2
 *
 * With three or four seats the first player has one seat and the other player has the rest. With `--log` an interrupted
 * match is resumed.
 */
import { parseArgs } from 'node:util';
import { isSetupName, SETUPS, type Side } from '@terrace/rules';
import { printHelpIfAsked } from '../../tools/help.ts';
import { type Fixture, type PlayedFixture, playFixtures } from './games.ts';
import { compileOutsider } from './opponents/outsider.ts';
import { PLAYERS_HELP } from './players.ts';
import { eloInterval, percentInterval, wilson } from './statistics.ts';
import { table } from './table.ts';
import { rulesOf } from './tactics/positions.ts';

const USAGE = `node bench/engine/match.ts PLAYER PLAYER [--games 200] [--setup long,short] [--rules standard|rank|not-larger|rank+not-larger]
  [--plies 6] [--from 1] [--threads 1] [--log FILE]
${PLAYERS_HELP}`;
printHelpIfAsked(USAGE);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: 'string', default: '200' },
    setup: { type: 'string', default: 'long' },
    rules: { type: 'string', default: 'standard' },
    plies: { type: 'string', default: '6' },
    from: { type: 'string', default: '1' },
    threads: { type: 'string', default: '1' },
    log: { type: 'string' },
  },
});
const [first, second] = positionals;
const setups = values.setup.split(',').filter(isSetupName);
const [setup] = setups;
if (!first || !second || !setup) throw new Error(USAGE);
const { seats } = SETUPS[setup];
const fixtures = Array.from({ length: Number(values.games) }, (_, index): Fixture => {
  const opening = Number(values.from) + Math.floor(index / seats.length);
  const seat = seats[index % seats.length];
  const setup = setups[Math.floor(index / seats.length) % setups.length] ?? 'long';
  const players = Object.fromEntries(seats.map((side) => [side, side === seat ? first : second]));
  const plies = Number(values.plies);
  return {
    id: `${first} in ${seat}, ${second}, ${setup} ${values.rules} ${plies} ${opening}`,
    setup,
    rules: rulesOf(values.rules),
    plies,
    opening,
    players,
  };
});

await compileOutsider();
const games = await playFixtures(fixtures, {
  log: values.log,
  threads: Number(values.threads),
  onGame: (so) =>
    so.length % 10 === 0 && process.stderr.write(`${so.length}: ${percentInterval(wilson(pointsOf(so), so.length))}\n`),
});
report(games);

function seatOf({ fixture: { players } }: PlayedFixture): Side {
  const seat = seats.find((side) => players[side] === first);
  if (!seat) throw new Error('the first player has no seat');
  return seat;
}

/** A win is one point; in a draw, the sides in first place share it. */
function pointsOf(of: readonly PlayedFixture[]): number {
  return of.reduce((sum, game) => {
    const best = game.played.places[0] ?? [];
    return sum + (best.includes(seatOf(game)) ? 1 / best.length : 0);
  }, 0);
}

function report(of: readonly PlayedFixture[]): void {
  const won = of.filter((game) => game.played.winner === seatOf(game));
  const drawn = of.filter((game) => game.played.winner === undefined);
  const share = wilson(pointsOf(of), of.length);
  const mean = (value: (game: PlayedFixture) => number): string =>
    (of.reduce((sum, game) => sum + value(game), 0) / of.length).toFixed(1);
  const time = (mine: boolean): string =>
    mean(({ played, fixture }) => {
      const times = seats
        .filter((side) => (fixture.players[side] === first) === mine)
        .map((side) => played.msPerMove[side] ?? 0);
      return times.reduce((sum, ms) => sum + ms, 0) / times.length;
    });
  const rows = [
    [
      'players',
      'setup',
      'rules',
      'games',
      'won',
      'drawn',
      'lost',
      seats.length === 2 ? 'score' : 'first places',
      'Elo',
      'plies',
      'ms a move',
    ],
    [
      `${first} / ${second}`,
      setups.join(', '),
      values.rules,
      String(of.length),
      String(won.length),
      String(drawn.length),
      String(of.length - won.length - drawn.length),
      percentInterval(share),
      seats.length === 2 ? eloInterval(share) : '',
      mean(({ played }) => played.plies),
      `${time(true)} / ${time(false)}`,
    ],
  ];
  console.log(table(rows));
}
