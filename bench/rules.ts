/**
 * Move sequences a second with the rules, from several starts, with the last moves counted and with each one made and
 * unmade, compared with the reference implementation and chessops' `perft` from the start of chess. Then `legalMoves`
 * positions a second. All alternately within one run; medians. Times are processor time of the thread, so that other
 * load on the machine counts as little as possible.
 *
 * node bench/rules.ts [rounds]
 */
import { historyOutcome, legalMoves, type Position, perft, playOn, startHistory, startPosition } from '@terrace/rules';
import { Chess } from 'chessops/chess';
import { perft as chessPerft } from 'chessops/debug';
import { referencePerft, referenceStart } from '../packages/rules/src/testing/reference.ts';
import { printHelpIfAsked } from '../tools/help.ts';

printHelpIfAsked('node bench/rules.ts [rounds]: positions and move sequences a second, compared with chessops.');

interface Row {
  readonly name: string;
  readonly work: () => number;
  readonly rates: number[];
}

const rounds = Number(process.argv[2] ?? 11);
/** @param times repetitions that take some tenths of a second */
const row = (name: string, times: number, once: () => number): Row => ({
  name,
  work: () => {
    let done = 0;
    for (let i = 0; i < times; i++) done += once();
    return done;
  },
  rates: [],
});
const standard = { capture: 'standard', sliding: 'standard' } as const;

const chess = row('chessops, chess', 5, () => chessPerft(Chess.default(), 4));
const starts = [
  { setup: 'long', depth: 4, counted: 10, made: 1, reference: 3 },
  { setup: 'short', depth: 4, counted: 40, made: 4, reference: 3 },
  { setup: 'three', depth: 5, counted: 2, made: 1, reference: 3 },
  { setup: 'four', depth: 5, counted: 4, made: 1, reference: 3 },
] as const;
const counted = starts.map(({ setup, depth, counted: times }) =>
  row(`${setup}, counted`, times, () => perft(startPosition(setup), depth)),
);
const houseRules = [
  { capture: 'rank', sliding: 'standard' },
  { capture: 'standard', sliding: 'not-larger' },
] as const;
const byHouseRules = houseRules.map((rules) =>
  row(`long, ${rules.capture === 'rank' ? 'rank' : 'not-larger'}, counted`, 4, () =>
    perft(startPosition('long', rules), 4),
  ),
);
const made = starts.map(({ setup, depth, made: times }) =>
  row(`${setup}, made`, times, () => perft(startPosition(setup), depth, 'make')),
);
const reference = starts.map(({ setup, reference: depth }) =>
  row(`${setup}, reference`, 10, () => referencePerft(referenceStart(setup, standard), depth)),
);
const lists = (['long', 'four'] as const).map((setup) => {
  const positions = sample(setup);
  return row(`${setup}, legalMoves`, 100, () => {
    for (const position of positions) legalMoves(position);
    return positions.length;
  });
});

const rows = [chess, ...counted, ...byHouseRules, ...made, ...reference, ...lists];
for (let round = -1; round < rounds; round++) {
  for (const { work, rates } of rows) {
    const before = process.threadCpuUsage();
    const done = work();
    const { user, system } = process.threadCpuUsage(before); // in µs, with a resolution of some thousand
    const rate = done / ((user + system) / 1e6);
    if (round >= 0) rates.push(rate);
  }
}

const base = median(chess.rates);
console.log(`node ${process.version}, ${rounds} rounds, medians\n`);
console.log('| | per second | lowest to highest | x chessops |\n|---|---|---|---|');
for (const { name, rates } of rows) {
  const [low, high] = [Math.min(...rates), Math.max(...rates)];
  const ratio = name.includes('legalMoves') ? '' : (median(rates) / base).toFixed(2);
  console.log(`| ${name} | ${short(median(rates))} | ${short(low)} to ${short(high)} | ${ratio} |`);
}
console.log('\n| seats | counted | made |\n|---|---|---|');
for (const [more, fewer] of [
  ['four', 'short'],
  ['four', 'long'],
  ['three', 'short'],
  ['three', 'long'],
] as const) {
  const share = (of: readonly Row[]) => (rateOf(of, more) / rateOf(of, fewer)).toFixed(2);
  console.log(`| ${more} / ${fewer} | ${share(counted)} | ${share(made)} |`);
}

function rateOf(of: readonly Row[], setup: string): number {
  return median(of.find(({ name }) => name.startsWith(setup))?.rates ?? []);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function short(value: number): string {
  return value >= 1e6 ? `${(value / 1e6).toFixed(1)} M` : `${(value / 1e3).toFixed(0)} k`;
}

function sample(setup: 'long' | 'four'): readonly Position[] {
  const positions: Position[] = [];
  let seed = 1;
  for (let game = 0; game < 8; game++) {
    let history = startHistory(startPosition(setup));
    while (!historyOutcome(history) && history.position.ply < 80) {
      positions.push(history.position);
      const moves = legalMoves(history.position);
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      const move = moves[(seed >>> 8) % moves.length];
      const played = move && playOn(history, move);
      if (!played?.ok) break;
      history = played.value;
    }
  }
  return positions;
}
