/**
 * Fits the evaluation's weights to the results of games by logistic regression, so that they predict the results best,
 * and prints how well predicted chances match results. Weights with few samples stay near their old values.
 *
 * node bench/engine/self-play.ts --games 5000 --out .data/engine/games.txt
 * node bench/engine/tune.ts .data/engine/games.txt --out .data/engine/weights.json
 * node bench/engine/match.ts engine:nodes=2000,weights=.data/engine/weights.json engine:nodes=2000 --games 400
 * node bench/engine/tune.ts .data/engine/games.txt --write # into packages/engine/assembly/fitted-weights.ts
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printHelpIfAsked } from '../../tools/help.ts';
import { calibrationTables } from './calibration.ts';
import { loadWeights, openCore } from './core.ts';
import { fit, predictionsOf } from './fit.ts';
import { readSamples } from './samples.ts';

const USAGE = `node bench/engine/tune.ts FILE... [--sets 0,1,2] [--keep 1e-9] [--smooth 1e-9] [--passes 12] [--core FILE] [--first FILE] [--out FILE] [--write]
  --sets: kinds of games; --first: the weights to start with, the core's by default; --keep: the strength of the pull to the old weights; --smooth: of the coupling of neighbours`;
printHelpIfAsked(USAGE);

const FITTED = new URL('../../packages/engine/assembly/fitted-weights.ts', import.meta.url);
const SETS = 8;
/** A weight's unit in the core: sixteenths of a hundredth of the smallest piece. */
const UNIT = 16;
/** The score at which the odds of winning change by a factor of e. */
const ODDS_UNIT = 640;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: 'string', default: Array.from({ length: SETS }, (_, set) => set).join(',') },
    keep: { type: 'string', default: '1e-9' },
    smooth: { type: 'string', default: '1e-9' },
    passes: { type: 'string', default: '12' },
    core: { type: 'string' },
    first: { type: 'string' },
    out: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0) throw new Error(USAGE);

const core = openCore(values.core);
if (values.first) loadWeights(core, values.first);
const written: Record<string, readonly number[]> = {};
for (let set = 0; set < SETS; set++) {
  const first = Float64Array.from({ length: 2 * core.featureCount() }, (_, i) => core.weight(set, i >> 1, 1 - (i & 1)));
  written[set] = [...first];
  if (!values.sets.split(',').includes(String(set))) continue;
  const samples = readSamples(core, positionals, set);
  if (samples.size === 0) continue;
  console.log(`kind ${set}: ${samples.size} positions`);
  const weights = fit(
    samples,
    first.map((value) => value / UNIT),
    {
      unit: ODDS_UNIT,
      passes: Number(values.passes),
      keep: Number(values.keep),
      smooth: Number(values.smooth),
      alike: neighbours(),
      onPass: (text) => console.log(text),
    },
  );
  written[set] = Array.from(weights, (value) => Math.round(value * UNIT));
  console.log(calibrationTables(predictionsOf(samples, weights, ODDS_UNIT)));
}
if (values.out) writeFileSync(values.out, `${JSON.stringify(written)}\n`);
if (values.write) writeFileSync(FITTED, sourceOf(Object.values(written).flat()));

/**
 * Weights of one kind on adjacent squares, and of distances one move apart, at their indexes in `assembly/weights.ts`.
 */
function neighbours(): readonly (readonly [number, number])[] {
  const [classes, kinds, ways, lengths] = [36, 5, 180, 16];
  const pairs: (readonly [number, number])[] = [];
  for (let kind = 0; kind < kinds; kind++) {
    for (let high = 0; high < 8; high++) {
      for (let low = 0; low <= high; low++) {
        const at = kind * classes + (high * (high + 1)) / 2 + low;
        if (low < high) pairs.push([at, at + 1]);
        if (high < 7) pairs.push([at, at + high + 1]);
      }
    }
  }
  for (const first of [ways, ways + lengths]) {
    for (let moves = 1; moves + 2 < lengths; moves++) pairs.push([first + moves, first + moves + 1]);
  }
  return pairs;
}

function sourceOf(numbers: readonly number[]): string {
  const rows: string[] = [];
  for (let at = 0; at < numbers.length; at += 24) rows.push(`  ${numbers.slice(at, at + 24).join(', ')},\n`);
  return `/**
 * The weights of the evaluation, fitted by \`bench/engine/tune.ts\`: by kind of game and index (\`weights.ts\`), the value for a
 * full board and the one for few pieces.
 */
// biome-ignore format: a table
export const FITTED: usize = memory.data<i16>([\n${rows.join('')}], 16);\n`;
}
