/**
 * A round robin of the computers' strengths: each plays the next two, from balanced random openings with colours
 * changed. Ratings are the most likely ones (Bradley and Terry), shifted so that one strength has the anchor's rating.
 *
 * node bench/engine/strengths.ts --games 200 --setups long,short,medium6 --log .data/engine/strengths.log
 *
 * There are no rated games between people and computers yet, so the anchor is a guess: strength 3 has 1200, slightly
 * less than a newcomer's initial rating. Only the differences are measured.
 */
import { parseArgs } from 'node:util';
import { isSetupName, type Rules, SETUPS } from '@terrace/rules';
import { printHelpIfAsked } from '../../tools/help.ts';
import { type Fixture, type PlayedFixture, playFixtures } from './games.ts';
import { eloInterval, percentInterval, ratingsOf, wilson } from './statistics.ts';
import { table } from './table.ts';
import { rulesOf } from './tactics/positions.ts';

printHelpIfAsked(
  'node bench/engine/strengths.ts [--games 200] [--setups long] [--rules standard] [--only 1,2,3] [--second 0.5] [--threads 1] [--log FILE]',
);

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '200' },
    setups: { type: 'string', default: 'long' },
    rules: { type: 'string', default: 'standard' },
    only: { type: 'string', default: '1,2,3,4,5,6,7,8' },
    second: { type: 'string', default: '0.5' }, // games against second neighbours, as a share of those against neighbours
    anchor: { type: 'string', default: '3:1200' },
    threads: { type: 'string', default: '1' },
    log: { type: 'string' },
  },
});
const strengths = values.only.split(',').map(Number);
const setups = values.setups.split(',').filter(isSetupName);
const rules: Rules = rulesOf(values.rules);
const PLIES = 6;

const pairs = strengths.flatMap((strong, index) =>
  [1, 2].flatMap((step) => {
    const weak = strengths[index - step];
    return weak === undefined
      ? []
      : [{ strong, weak, games: Number(values.games) * (step === 1 ? 1 : Number(values.second)) }];
  }),
);
const fixtures = pairs.flatMap(({ strong, weak, games }) =>
  Array.from({ length: games }, (_, index): Fixture => {
    const setup = setups[Math.floor(index / 2) % setups.length] ?? 'long';
    const [one = 'south', other = 'north'] = SETUPS[setup].seats;
    const opening = 1 + Math.floor(index / 2);
    const [first, second] = index % 2 ? [weak, strong] : [strong, weak];
    const players = { [one]: `strength:${first}`, [other]: `strength:${second}` };
    return {
      id: `${first} ${second} ${setup} ${values.rules} ${opening}`,
      setup,
      rules,
      plies: PLIES,
      opening,
      players,
    };
  }),
);
// Alternates between the pairs, so that an interrupted run has results for all of them.
const order = new Map<string, number>();
const interleaved = fixtures
  .map((fixture) => {
    const pair = Object.values(fixture.players).toSorted().join();
    const turn = order.get(pair) ?? 0;
    order.set(pair, turn + 1);
    return { fixture, turn };
  })
  .toSorted((a, b) => a.turn - b.turn)
  .map(({ fixture }) => fixture);

const played = await playFixtures(interleaved, {
  log: values.log,
  threads: Number(values.threads),
  onGame: (so) => so.length % 50 === 0 && process.stderr.write(`${so.length} of ${fixtures.length}\n`),
});
report();

function report(): void {
  const rows = [['strengths', 'games', 'won', 'drawn', 'lost', 'score', 'Elo', 'plies']];
  const met = pairs.filter(({ games }) => games > 0);
  const results = met.map(({ strong, weak }) => {
    const games = played.filter((game) => seatOf(game, strong) && seatOf(game, weak));
    const won = games.filter((game) => game.played.winner === seatOf(game, strong)).length;
    const drawn = games.filter((game) => game.played.winner === undefined).length;
    const points = won + drawn / 2;
    const share = wilson(points, games.length);
    const plies = games.reduce((sum, game) => sum + game.played.plies, 0) / games.length;
    const lost = games.length - won - drawn;
    rows.push([
      `${strong} / ${weak}`,
      ...[games.length, won, drawn, lost].map(String),
      percentInterval(share),
      eloInterval(share),
      plies.toFixed(0),
    ]);
    return { a: strengths.indexOf(strong), b: strengths.indexOf(weak), points, games: games.length };
  });
  console.log(table(rows));
  const ratings = ratingsOf(strengths.length, results);
  const [anchor = 3, height = 1200] = values.anchor.split(':').map(Number);
  const shift = height - (ratings[strengths.indexOf(anchor)] ?? 0);
  const time = (strength: number): number => {
    const times = played.flatMap((game) => {
      const seat = seatOf(game, strength);
      return seat ? [game.played.msPerMove[seat] ?? 0] : [];
    });
    return times.reduce((sum, ms) => sum + ms, 0) / times.length;
  };
  console.log(`\nRatings, strength ${anchor} set to ${height}:\n`);
  console.log(
    table([
      ['strength', 'rating', 'ms a move'],
      ...strengths.map((strength, i) => [
        String(strength),
        ((ratings[i] ?? 0) + shift).toFixed(0),
        time(strength).toFixed(1),
      ]),
    ]),
  );
}

function seatOf({ fixture: { players } }: PlayedFixture, strength: number) {
  return (['south', 'west', 'north', 'east'] as const).find((side) => players[side] === `strength:${strength}`);
}
