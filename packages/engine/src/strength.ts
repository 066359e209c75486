export type Strength = {
  /** For the command line; the pages' names are messages. */
  readonly name: string;
  /** Search depth in plies, without quiescence. */
  readonly depth: number;
  readonly nodes: number;
  /** Amplitude of evaluation errors, in hundredths of the smallest piece; the same for a position throughout a game. */
  readonly noise: number;
  /** Probability of a slip: a move that it considers slightly worse. */
  readonly slips: number;
  /** Maximum cost of a slip by its own evaluation, in hundredths of the smallest piece. */
  readonly slipCost: number;
  /** Never misses an arrival, or the capture of a T that leaves its own T safe. */
  readonly takesT: boolean;
  /** Never leaves its T en prise if it can avoid that. */
  readonly keepsT: boolean;
};

/** No noise and no slips: only the limits weaken it. */
const exact = { noise: 0, slips: 0, slipCost: 0, takesT: true, keepsT: true } as const;

/** From the weakest, strength 1. The steps are set by the round robin (`docs/engine.md`). */
export const STRENGTH_TABLE: readonly [Strength, ...Strength[]] = [
  { name: 'beginner', depth: 1, nodes: 500, noise: 145, slips: 0.2, slipCost: 130, takesT: false, keepsT: false },
  { name: 'novice', depth: 2, nodes: 2000, noise: 125, slips: 0.15, slipCost: 95, takesT: false, keepsT: false },
  { name: 'casual', depth: 3, nodes: 4000, noise: 130, slips: 0.1, slipCost: 65, takesT: true, keepsT: false },
  { name: 'skilled', depth: 4, nodes: 8000, noise: 200, slips: 0.1, slipCost: 55, takesT: true, keepsT: true },
  { name: 'strong', depth: 5, nodes: 20_000, noise: 122, slips: 0.05, slipCost: 40, takesT: true, keepsT: true },
  { name: 'expert', depth: 6, nodes: 60_000, noise: 82, slips: 0.03, slipCost: 32, takesT: true, keepsT: true },
  { name: 'master', depth: 8, nodes: 150_000, noise: 40, slips: 0, slipCost: 0, takesT: true, keepsT: true },
  { name: 'full', depth: 100, nodes: 1_000_000, ...exact },
];

export const FULL_STRENGTH = STRENGTH_TABLE.length;

/** @param number from 1 */
export function strengthOf(number: number): Strength {
  const strength = STRENGTH_TABLE[number - 1];
  if (!strength) throw new RangeError(`there is no strength ${number}`);
  return strength;
}
