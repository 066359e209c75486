import { percent } from './statistics.ts';
import { table } from './table.ts';

/** A predicted chance of the side to move, and the result of the game. */
export interface Prediction {
  readonly chance: number;
  /** The share of the win that it got, from 0 to 1. */
  readonly result: number;
  /** Plies to the end of the game. */
  readonly left: number;
}

interface Bin {
  readonly name: string;
  predicted: number;
  won: number;
  count: number;
}

const DISTANCES = [5, 10, 20, 40, 80, Number.POSITIVE_INFINITY] as const;

/**
 * How well predicted chances match results: by decile of the chance, and by plies to the end for the side that is
 * preferred.
 */
export function calibrationTables(predictions: Iterable<Prediction>): string {
  const deciles = Array.from({ length: 10 }, (_, i) => bin(`${i * 10} to ${i * 10 + 10} %`));
  const distances = DISTANCES.map((plies) => bin(plies === Number.POSITIVE_INFINITY ? 'more' : `up to ${plies}`));
  for (const { chance, result, left } of predictions) {
    add(deciles[Math.min(9, Math.floor(chance * 10))], chance, result);
    const distance = distances[DISTANCES.findIndex((plies) => left <= plies)];
    if (chance >= 0.5) add(distance, chance, result);
    else add(distance, 1 - chance, 1 - result);
  }
  const head = ['positions', 'predicted', 'result'];
  return `${table([['chance', ...head], ...deciles.map(rowOf)])}\n\n${table([['plies to the end', ...head], ...distances.map(rowOf)])}`;
}

const bin = (name: string): Bin => ({ name, predicted: 0, won: 0, count: 0 });

function add(to: Bin | undefined, chance: number, result: number): void {
  if (!to) return;
  to.predicted += chance;
  to.won += result;
  to.count++;
}

const rowOf = ({ name, predicted, won, count }: Bin): string[] => [
  name,
  String(count),
  percent(predicted / count),
  percent(won / count),
];
