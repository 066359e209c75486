/**
 * Trains the network of the evaluation on self-play. It corrects the weighted sum, so that both together predict the
 * outcomes best. Inputs are pieces as a side sees them (own or not, kind, square, rotated so that it plays upwards):
 * 640, with a hidden layer of 32 per side and one output.
 *
 * node bench/engine/self-play.ts --games 5000 --house 0 --setups long,short,medium,master --out .data/engine/games.txt
 * node bench/engine/tune.ts .data/engine/games.txt --out .data/engine/weights.json
 * node bench/engine/train.ts .data/engine/games.txt --weights .data/engine/weights.json --write
 * node tools/gen.ts && node bench/engine/match.ts engine:nodes=2000 engine:nodes=2000,core=OLD.wasm --games 400
 *
 * Weights are written as integers: those of the hidden layer and its bias in 1/127, those after it in 1/16 hundredths.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printHelpIfAsked } from '../../tools/help.ts';
import { openCore } from './core.ts';
import { networkSource } from './network/source.ts';
import { trainer } from './network/trainer.ts';
import { trainingSet } from './network/training-set.ts';

const USAGE = `node bench/engine/train.ts FILE... [--epochs 10] [--trust 0.25] [--unit 400] [--weights FILE] [--write | --out FILE]
  --trust: the weight of the result in a target; the rest is the score of the search
  --unit: the score, in hundredths of the smallest piece, at which the odds change by a factor of e
  --weights: the weights to correct, from tune.ts; defaults to the core's`;
printHelpIfAsked(USAGE);

const WRITTEN = new URL('../../packages/engine/assembly/network-weights.ts', import.meta.url);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    epochs: { type: 'string', default: '10' },
    trust: { type: 'string', default: '0.25' },
    unit: { type: 'string', default: '400' },
    weights: { type: 'string' },
    core: { type: 'string' },
    out: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0) throw new Error(USAGE);

const unit = Number(values.unit);
const core = openCore(values.core);
const weights: readonly number[] = values.weights
  ? JSON.parse(readFileSync(values.weights, 'utf8'))
  : Array.from({ length: core.featureCount() }, (_, index) => core.weight(index));
const set = trainingSet(core, weights, positionals, { trust: Number(values.trust), unit });
console.log(`${set.count} positions`);
const network = trainer(set, unit);
console.log(`without it: error ${network.errorWithout().toFixed(6)} on positions kept apart`);
const epochs = Number(values.epochs);
for (let epoch = 1; epoch <= epochs; epoch++) {
  const error = network.epoch(0.003 * (1 - (epoch - 1) / epochs) + 0.0001);
  console.log(`epoch ${epoch}: error ${error.toFixed(6)}, on positions kept apart ${network.error().toFixed(6)}`);
}
const out = values.write ? WRITTEN : values.out;
if (out) writeFileSync(out, networkSource(network.integers(), weights));
