/**
 * Searches positions of games and prints how well the chances shown to players match the results of those games.
 *
 * node bench/engine/self-play.ts --games 2000 --players engine:nodes=20000 --house 0 --out .data/engine/results.txt
 * node bench/engine/calibrate.ts .data/engine/results.txt
 */
import { parseArgs } from 'node:util';
import { judgeLine } from '@terrace/engine';
import { parsePosition } from '@terrace/rules';
import { seededIntegers } from '../../packages/rules/src/testing/random.ts';
import { printHelpIfAsked } from '../../tools/help.ts';
import { calibrationTables, type Prediction } from './calibration.ts';
import { engineOf } from './players.ts';
import { readSelfPlay } from './samples.ts';
import { rulesOf } from './tactics/positions.ts';

const USAGE = 'node bench/engine/calibrate.ts FILE... [--positions 3000] [--nodes 20000]';
printHelpIfAsked(USAGE);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { positions: { type: 'string', default: '3000' }, nodes: { type: 'string', default: '20000' } },
});
if (positionals.length === 0) throw new Error(USAGE);

const engine = engineOf();
const lines = [...readSelfPlay(positionals)];
const random = seededIntegers(1);
const predictions: Prediction[] = [];
for (let i = 0; i < Number(values.positions); i++) {
  const line = lines[random() % lines.length];
  if (!line) break;
  const rules = rulesOf(line.rules);
  const position = parsePosition(line.position, rules);
  if (!position.ok) throw new Error(`invalid position (${position.error.code}): ${line.position}`);
  const game = { rules, position: line.position, earlier: [] };
  const [best] = engine.search(game, { nodes: Number(values.nodes) }).lines;
  if (!best) continue;
  const chance = judgeLine(engine, game, best).chances.get(position.value.turn) ?? 0;
  predictions.push({ chance, result: line.result, left: line.left });
}
console.log(calibrationTables(predictions));
