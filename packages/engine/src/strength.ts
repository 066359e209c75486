/** How a computer of some strength plays: how far it sees, and how often and how far it errs. */
export type Strength = {
  /** As the command line has it; the pages' names are messages. */
  readonly name: string;
  /** Plies it looks ahead, exchanges apart. */
  readonly depth: number;
  /** Positions it looks at. */
  readonly nodes: number;
  /** How far it misjudges a position, in hundredths of the smallest piece; the same position in one game alike. */
  readonly noise: number;
  /** How often, from 0 to 1, it plays a move it takes for a little worse. */
  readonly slips: number;
  /** What such a move may cost as it sees it, in hundredths of the smallest piece. */
  readonly slipCost: number;
  /** Never misses an arrival, nor a T it can take without losing its own. */
  readonly takesT: boolean;
  /** Never leaves its own T to be taken at once where a move avoids that. */
  readonly keepsT: boolean;
};

/** No noise, no slips: as strong as its limits let it be. */
const exact = { noise: 0, slips: 0, slipCost: 0, takesT: true, keepsT: true } as const;

/** From the weakest: strength 1 comes first. Steps are set by the round robin (`docs/engine.md`). */
export const STRENGTH_TABLE: readonly [Strength, ...Strength[]] = [
  { name: 'beginner', depth: 1, nodes: 500, noise: 90, slips: 0.2, slipCost: 80, takesT: false, keepsT: false },
  { name: 'novice', depth: 2, nodes: 2000, noise: 100, slips: 0.15, slipCost: 60, takesT: false, keepsT: false },
  { name: 'casual', depth: 3, nodes: 4000, noise: 57, slips: 0.1, slipCost: 40, takesT: true, keepsT: false },
  { name: 'skilled', depth: 4, nodes: 8000, noise: 52, slips: 0.08, slipCost: 35, takesT: true, keepsT: true },
  { name: 'strong', depth: 5, nodes: 20_000, noise: 39, slips: 0.05, slipCost: 25, takesT: true, keepsT: true },
  { name: 'expert', depth: 6, nodes: 60_000, noise: 30, slips: 0.03, slipCost: 20, takesT: true, keepsT: true },
  { name: 'master', depth: 8, nodes: 150_000, noise: 18, slips: 0, slipCost: 0, takesT: true, keepsT: true },
  { name: 'full', depth: 100, nodes: 1_000_000, ...exact },
];

/** The place of full strength in the table, from 1. */
export const FULL_STRENGTH = STRENGTH_TABLE.length;

/** @param number from 1 */
export function strengthOf(number: number): Strength {
  const strength = STRENGTH_TABLE[number - 1];
  if (!strength) throw new RangeError(`there is no strength ${number}`);
  return strength;
}
