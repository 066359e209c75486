/**
 * Plays games between engines and writes quiet positions with their outcomes, for fitting the evaluation. Each line is
 * `<rules> <game> <plies left> <result> <position text>`. The result is the share of the win of the side to move, from 0 to
 * 1.
 *
 * node bench/engine/self-play.ts --games 1000 --setups long,short,medium --out .data/engine/games.txt
 * node bench/engine/self-play.ts --games 500 --players engine:nodes=2000,outsider:nodes=2000 --setups long --out .data/engine/games.txt
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import {
  formatPosition,
  type History,
  historyOutcome,
  isSetupName,
  legalMoves,
  type Move,
  moveKind,
  type Outcome,
  places,
  playOn,
  type Rules,
  SETUPS,
  type SetupName,
  type Side,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { EVERY_RULES } from '../../packages/rules/src/testing/games.ts';
import { seededIntegers } from '../../packages/rules/src/testing/random.ts';
import { printHelpIfAsked } from '../../tools/help.ts';
import { compileOutsider } from './opponents/outsider.ts';
import type { Player } from './play.ts';
import { PLAYERS_HELP, playerOf } from './players.ts';
import { rulesCode } from './tactics/positions.ts';

const USAGE = `node bench/engine/self-play.ts --out FILE [--games 1000] [--from 1] [--players PLAYER;PLAYER] [--setups long,short] [--house 0.2] [--careless 0.025]
  --players: each seat draws one of them; --house: the share of games by house rules;
  --careless: the share of random moves
${PLAYERS_HELP}`;
printHelpIfAsked(USAGE);

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    games: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    players: { type: 'string', default: 'engine:nodes=2000' },
    setups: { type: 'string', default: 'long,short,medium,master,long6,short6,medium6,master6' },
    house: { type: 'string', default: '0.2' },
    careless: { type: 'string', default: '0.025' },
  },
});
if (!values.out) throw new Error(USAGE);
const { out } = values;
const careless = Number(values.careless);
mkdirSync(dirname(out), { recursive: true });
await compileOutsider();
const setups = values.setups.split(',').filter(isSetupName);
// One instance per seat: each follows one game at a time.
const players = values.players.split(';').map((name) => Array.from({ length: 4 }, () => playerOf(name)));

const ends = new Map<string, number>();
const from = Number(values.from);
for (let game = from; game < from + Number(values.games); game++) {
  const random = seededIntegers(game * 48_271);
  const setup = setups[random() % setups.length] ?? 'long';
  const house = (random() % 1000) / 1000 < Number(values.house);
  const rules = EVERY_RULES[house ? 1 + (random() % 3) : 0];
  if (rules) appendFileSync(out, playOne(game, setup, rules, random));
  if (game % 100 === 0) process.stderr.write(`${game}: ${JSON.stringify(Object.fromEntries(ends))}\n`);
}

function playOne(game: number, setup: SetupName, rules: Rules, random: () => number): string {
  const seated = new Map<Side, Player>();
  for (const [seat, side] of SETUPS[setup].seats.entries()) {
    const player = players[random() % players.length]?.[seat];
    if (player) seated.set(side, player);
  }
  let history = startHistory(startPosition(setup, rules));
  const kept: History[] = [];
  const randomPlies = 4 + (random() % 8);
  for (let ply = 0; ; ply++) {
    const end = historyOutcome(history);
    if (end) return linesOf(game, kept, history, end);
    const { position } = history;
    // Random at first and occasionally later: otherwise all games of a setup would be alike.
    if (ply < randomPlies || (random() % 1000) / 1000 < careless) {
      const moves = legalMoves(position);
      history = after(history, moves[random() % moves.length]);
      continue;
    }
    const move = seated.get(position.turn)?.choose(history, { seed: random(), theirMs: 0 });
    if (move && moveKind(position, move) !== 'capture') kept.push(history);
    history = after(history, move);
  }
}

function after(history: History, move: Move | undefined): History {
  const played = move && playOn(history, move);
  if (!played?.ok) throw new Error('a legal move was refused');
  return played.value;
}

function linesOf(game: number, kept: readonly History[], last: History, end: Outcome): string {
  const how = `${end.kind === 'win' ? end.by : 'draw'}`;
  ends.set(how, (ends.get(how) ?? 0) + 1);
  const [first = []] = places(last);
  return kept
    .map(({ position }) => {
      const left = last.position.ply - position.ply;
      const result = first.includes(position.turn) ? 1 / first.length : 0;
      return `${rulesCode(position.rules)} ${game} ${left} ${result} ${formatPosition(position)}\n`;
    })
    .join('');
}
