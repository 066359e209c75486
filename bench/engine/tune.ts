/**
 * Fits the evaluation's weights to self-play by logistic regression, so that they predict the outcomes best. Weights
 * with few samples stay near their old values.
 *
 * node bench/engine/self-play.ts --games 3000 --out .data/engine/games.txt
 * node bench/engine/tune.ts .data/engine/games.txt --out .data/engine/weights.json
 * node bench/engine/match.ts engine:nodes=2000,weights=.data/engine/weights.json engine:nodes=2000 --games 400
 * node bench/engine/tune.ts .data/engine/games.txt --write # into packages/engine/assembly/fitted-weights.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printHelpIfAsked } from '../../tools/help.ts';
import { openCore } from './core.ts';
import { fit, type Sample } from './fit.ts';
import { readSamples } from './samples.ts';

const USAGE = `node bench/engine/tune.ts FILE... [--trust 0.5] [--keep 0.00001] [--smooth 0.00003] [--rounds 400] [--out weights.json] [--write]
  --trust: the weight of the result in a target; the rest is the score of the search
  --keep: the strength of the pull to the old weights; --smooth: of the coupling of neighbours`;
printHelpIfAsked(USAGE);

const FITTED = new URL('../../packages/engine/assembly/fitted-weights.ts', import.meta.url);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    trust: { type: 'string', default: '0.5' },
    keep: { type: 'string', default: '0.00001' },
    smooth: { type: 'string', default: '0.00003' },
    rounds: { type: 'string', default: '400' },
    core: { type: 'string' },
    out: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0) throw new Error(USAGE);

const core = openCore(values.core);
const before = Array.from({ length: core.featureCount() }, (_, index) => core.weight(index));
const samples: Sample[] = [];
for (const sample of readSamples(core, positionals)) samples.push(sample);
console.log(`${samples.length} positions, ${before.length} weights`);
const fitted = fit(samples, before, {
  trust: Number(values.trust),
  keep: Number(values.keep),
  smooth: Number(values.smooth),
  alike: neighbours(),
  rounds: Number(values.rounds),
  onRound: (text) => console.log(text),
});
const weights = fitted.map(Math.round);
if (values.out) writeFileSync(values.out, `${JSON.stringify(weights)}\n`);
if (values.write) writeFileSync(FITTED, withNumbers(readFileSync(FITTED, 'utf8'), weights));

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

function withNumbers(source: string, numbers: readonly number[]): string {
  const start = source.indexOf('[');
  const left = numbers.map(String).reverse();
  const rewritten = source
    .slice(start)
    .split('\n')
    .map((line) =>
      line.trimStart().startsWith('//') ? line : line.replace(/-?\b\d+\b(?=\s*[,\]]|$)/g, (text) => left.pop() ?? text),
    )
    .join('\n');
  if (left.length > 0) throw new Error(`the source has ${left.length} weights fewer than there are`);
  return source.slice(0, start) + rewritten;
}
