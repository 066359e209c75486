/**
 * Lets the engine play itself and writes quiet positions with their outcomes, for fitting the evaluation. Each line is
 * `<rules> <score> <result> <position text>`. Score and result are for the side to move; the result is 0, 0.5 or 1.
 *
 * node bench/engine/self-play.ts --games 1000 --nodes 2000 --setups long,short,medium --out .data/engine/games.txt
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
  playOn,
  type Rules,
  type SetupName,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { EVERY_RULES } from '../../packages/rules/src/testing/games.ts';
import { seededIntegers } from '../../packages/rules/src/testing/random.ts';
import { printHelpIfAsked } from '../../tools/help.ts';
import { followerOf, openCore } from './core.ts';
import { rulesCode } from './tactics/positions.ts';

const USAGE = `node bench/engine/self-play.ts --out FILE [--games 1000] [--from 1] [--nodes 2000] [--setups long,short] [--house 0.2] [--core FILE]
  --house: the share of games by house rules`;
printHelpIfAsked(USAGE);

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    games: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    nodes: { type: 'string', default: '2000' },
    setups: { type: 'string', default: 'long,short,medium,master,long6,short6,medium6,master6' },
    house: { type: 'string', default: '0.2' },
    core: { type: 'string' },
  },
});
if (!values.out) throw new Error(USAGE);
const { out } = values;
mkdirSync(dirname(out), { recursive: true });
const setups = values.setups.split(',').filter(isSetupName);
const search = followerOf(openCore(values.core));
const nodes = Number(values.nodes);

interface Kept {
  readonly history: History;
  readonly score: number;
}

const ends = new Map<string, number>();
const from = Number(values.from);
for (let game = from; game < from + Number(values.games); game++) {
  const random = seededIntegers(game * 48_271);
  const setup = setups[random() % setups.length] ?? 'long';
  const house = (random() % 1000) / 1000 < Number(values.house);
  const rules = EVERY_RULES[house ? 1 + (random() % 3) : 0];
  if (rules) appendFileSync(out, playOne(setup, rules, random));
  if (game % 100 === 0) process.stderr.write(`${game}: ${JSON.stringify(Object.fromEntries(ends))}\n`);
}

function playOne(setup: SetupName, rules: Rules, random: () => number): string {
  let history = startHistory(startPosition(setup, rules));
  const kept: Kept[] = [];
  const randomPlies = 4 + (random() % 8);
  for (let ply = 0; ; ply++) {
    const end = historyOutcome(history);
    if (end) return linesOf(kept, end, setup);
    const { position } = history;
    // Random at first and occasionally later: otherwise all games of a setup would be alike.
    if (ply < randomPlies || random() % 40 === 0) {
      const moves = legalMoves(position);
      history = after(history, moves[random() % moves.length]);
      continue;
    }
    const { move, score } = search(history, { nodes });
    if (moveKind(position, move) !== 'capture' && Math.abs(score) < 2000) kept.push({ history, score });
    history = after(history, move);
  }
}

function after(history: History, move: Move | undefined): History {
  const played = move && playOn(history, move);
  if (!played?.ok) throw new Error('a legal move was refused');
  return played.value;
}

function linesOf(kept: readonly Kept[], end: Outcome, setup: SetupName): string {
  const how = `${setup} ${end.kind === 'win' ? end.by : 'draw'}`;
  ends.set(how, (ends.get(how) ?? 0) + 1);
  return kept
    .map(({ history: { position }, score }) => {
      const result = end.kind === 'draw' ? 0.5 : end.winner === position.turn ? 1 : 0;
      return `${rulesCode(position.rules)} ${score} ${result} ${formatPosition(position)}\n`;
    })
    .join('');
}
