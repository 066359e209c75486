/**
 * Statistics of the engine's games: draws, winners, kinds of wins and lengths, by setup, rules and strength. The
 * engine plays on in level positions, as computers do. Every game begins with a few random moves, so that no two are equal.
 *
 * node bench/engine/terrace.ts --games 40 --nodes 300,3000,30000 --log .data/engine/terrace.log > tables.md
 */
import { parseArgs } from 'node:util';
import { isSetupName, SETUP_NAMES, SETUPS, SIDES, type Side } from '@terrace/rules';
import { CONTEMPT } from '../../packages/engine/src/choose.ts';
import { printHelpIfAsked } from '../../tools/help.ts';
import { type Fixture, type PlayedFixture, playFixtures } from './games.ts';
import { percent, percentInterval, wilson } from './statistics.ts';
import { table } from './table.ts';
import { rulesOf } from './tactics/positions.ts';

printHelpIfAsked(
  'node bench/engine/terrace.ts [--games 40] [--nodes 300,3000,30000] [--setups long,short] [--rules standard,rank,not-larger] [--threads 1] [--log FILE]',
);

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '40' },
    nodes: { type: 'string', default: '300,3000,30000' },
    setups: { type: 'string', default: SETUP_NAMES.join(',') },
    rules: { type: 'string', default: 'standard,rank,not-larger' },
    plies: { type: 'string', default: '4' },
    threads: { type: 'string', default: '1' },
    log: { type: 'string' },
  },
});
const setups = values.setups.split(',').filter(isSetupName);
const codes = values.rules.split(',');
const strengths = values.nodes.split(',').map(Number);
const plies = Number(values.plies);

interface Kind {
  readonly setup: (typeof setups)[number];
  readonly code: string;
  readonly nodes: number;
}

const kinds = strengths.flatMap((nodes) =>
  codes.flatMap((code) => setups.map((setup): Kind => ({ setup, code, nodes }))),
);
const idOf = ({ setup, code, nodes }: Kind, opening: number): string => `${setup} ${code} ${nodes} ${plies} ${opening}`;
// Alternates between the kinds, so that an interrupted run has results for all of them.
const fixtures = Array.from({ length: Number(values.games) }, (_, index) => index + 1).flatMap((opening) =>
  kinds.map((kind): Fixture => {
    const players = Object.fromEntries(
      SETUPS[kind.setup].seats.map((side) => [side, `engine:nodes=${kind.nodes},contempt=${CONTEMPT},each=1`]),
    );
    return { id: idOf(kind, opening), setup: kind.setup, rules: rulesOf(kind.code), plies, opening, players };
  }),
);
const played = await playFixtures(fixtures, {
  log: values.log,
  threads: Number(values.threads),
  onGame: (so) => so.length % 100 === 0 && process.stderr.write(`${so.length} of ${fixtures.length}\n`),
});

for (const nodes of strengths) {
  const rows = [
    [
      'setup',
      'rules',
      'games',
      'drawn',
      'first to move wins',
      'by arrival',
      'plies',
      'captures',
      'of own pieces',
      'draws by',
    ],
  ];
  for (const kind of kinds) {
    if (kind.nodes !== nodes) continue;
    const prefix = `${kind.setup} ${kind.code} ${kind.nodes} ${plies} `;
    const games = played.filter(({ fixture }) => fixture.id.startsWith(prefix));
    if (games.length > 0) rows.push([kind.setup, kind.code, ...cellsOf(games)]);
  }
  console.log(`### ${nodes} positions a move\n\n${table(rows)}\n`);
}

function cellsOf(games: readonly PlayedFixture[]): readonly string[] {
  const count = games.length;
  const won = games.filter((game) => game.played.winner !== undefined);
  const mean = (value: (game: PlayedFixture) => number): string =>
    (games.reduce((sum, game) => sum + value(game), 0) / count).toFixed(1);
  const arrivals = won.filter((game) => game.played.by === 'arrival').length;
  const captures = games.reduce((sum, game) => sum + game.played.captures, 0);
  const own = games.reduce((sum, game) => sum + game.played.ownCaptures, 0);
  const causes = ['repetition', 'quiet', 'no-move'] as const;
  const draws = causes
    .map((cause) => [cause, games.filter((game) => game.played.by === cause).length] as const)
    .filter(([, times]) => times > 0)
    .map(([cause, times]) => `${cause} ${times}`);
  return [
    String(count),
    percentInterval(wilson(count - won.length, count)),
    bySeat(won),
    won.length ? percent(arrivals / won.length, 0) : '',
    mean(({ played: { plies: length } }) => length),
    mean(({ played: { captures: taken } }) => taken),
    captures ? percent(own / captures) : '',
    draws.join(', '),
  ];
}

/** The share of wins by seat, in turn order from the first mover of the opening. */
function bySeat(won: readonly PlayedFixture[]): string {
  const seats = SIDES.filter((side) => won[0] && side in won[0].fixture.players);
  const share = (side: Side): string =>
    percent(won.filter((game) => game.played.winner === side).length / won.length, 0);
  if (seats.length === 2)
    return won.length
      ? percentInterval(wilson(won.filter((game) => game.played.winner === 'south').length, won.length))
      : '';
  return seats.map((side) => `${side} ${share(side)}`).join(', ');
}
