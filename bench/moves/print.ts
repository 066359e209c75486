import { type Measured, median } from './load.ts';

/**
 * The measurements of one target in one round: flat out and at a rate, with the server's processor time per move in ms,
 * and the heap it allocates per move in kB.
 */
export type Round = {
  readonly full: Measured;
  readonly at: Measured;
  readonly fullCpuMs: number;
  readonly atCpuMs: number;
  readonly fullKb: number;
};

const COLUMNS: readonly [title: string, digits: number, of: (round: Round) => number][] = [
  ['flat out, per s', 0, ({ full }) => full.perSecond],
  ['p50 ms', 1, ({ full }) => full.p50],
  ['p99 ms', 1, ({ full }) => full.p99],
  ['processor ms a move', 3, ({ fullCpuMs }) => fullCpuMs],
  ['kB of garbage a move', 1, ({ fullKb }) => fullKb],
  ['at the rate, p50 ms', 2, ({ at }) => at.p50],
  ['p99 ms', 2, ({ at }) => at.p99],
  ['processor ms a move', 3, ({ atCpuMs }) => atCpuMs],
];

const RATIOS: readonly [what: string, goal: string, of: (round: (name: string) => Round) => number][] = [
  ['moves/s, x boardgame.io', '≥ 1.1', (of) => of('terrace').full.perSecond / of('boardgame.io').full.perSecond],
  [
    'moves/s, x boardgame.io without rules',
    '',
    (of) => of('terrace').full.perSecond / of('boardgame.io, no rules').full.perSecond,
  ],
  ['moves/s, x colyseus', '', (of) => of('terrace').full.perSecond / of('colyseus').full.perSecond],
  ['moves/s, x echo', '≥ 0.35', (of) => of('terrace').full.perSecond / of('echo').full.perSecond],
  ['moves/s, x insert', '', (of) => of('terrace').full.perSecond / of('insert').full.perSecond],
  [
    'p50 at the rate, x (echo + insert)',
    '≤ 1.4',
    (of) => of('terrace').at.p50 / (of('echo').at.p50 + of('insert').at.p50),
  ],
  [
    'p99 at the rate, x (echo + insert)',
    '≤ 2',
    (of) => of('terrace').at.p99 / (of('echo').at.p99 + of('insert').at.p99),
  ],
  ['processor a move flat out, x echo', '≤ 2.2', (of) => of('terrace').fullCpuMs / of('echo').fullCpuMs],
  ['kB of garbage a move', '≤ 20', (of) => of('terrace').fullKb],
  ['processor a move at the rate, x echo', '', (of) => of('terrace').atCpuMs / of('echo').atCpuMs],
];

/** Prints two tables: the figures of every target, and the ratios of the first target to the others. */
export function printMoves(results: ReadonlyMap<string, readonly Round[]>, rate: number): void {
  const titles = COLUMNS.map(([title]) => title.replace('the rate', `${rate}/s`));
  console.log(`| | ${titles.join(' | ')} |\n|---|${'---|'.repeat(titles.length)}`);
  for (const [name, rounds] of results) {
    const cells = COLUMNS.map(([, digits, of]) => spread(rounds.map(of), digits));
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  console.log('\n| terrace | median (lowest to highest) | goal |\n|---|---|---|');
  const rounds = results.get('terrace')?.length ?? 0;
  for (const [what, goal, of] of RATIOS) {
    const ratios = Array.from({ length: rounds }, (_, i) => of((name) => roundOf(results, name, i)));
    console.log(`| ${what.replace('the rate', `${rate}/s`)} | ${spread(ratios, 2)} | ${goal} |`);
  }
}

function roundOf(results: ReadonlyMap<string, readonly Round[]>, name: string, i: number): Round {
  const round = results.get(name)?.[i];
  if (round === undefined) throw new Error(`${name} has no round ${i}`);
  return round;
}

function spread(values: readonly number[], digits: number): string {
  if (values.every(Number.isNaN)) return '';
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${lowest.toFixed(digits)} to ${highest.toFixed(digits)})`;
}
