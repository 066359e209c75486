import type { Judgement } from '@terrace/engine';
import { analysisMessages } from '@terrace/messages/analysis';
import type { Side } from '@terrace/rules';

/** Minimum chances of the leader for each grade, with two sides. */
const GRADES = [
  [0.95, 'winning'],
  [0.8, 'muchBetter'],
  [0.65, 'better'],
  [0.55, 'slightly'],
] as const;

export type SideChance = { readonly side: Side; readonly chance: number };

export const chancesIn = ({ chances }: Pick<Judgement, 'chances'>): readonly SideChance[] =>
  [...chances].map(([side, chance]) => ({ side, chance }));

export const percent = (share: number): number => Math.round(share * 100);

/** A sentence such as "South is better, 72 %". */
export function verdict({ chances, proved }: Pick<Judgement, 'chances' | 'proved'>): string {
  const texts = analysisMessages().engine;
  if (proved !== undefined) return texts.proved({ side: proved.side, plies: proved.plies });
  const sorted = chancesIn({ chances }).toSorted((a, b) => b.chance - a.chance);
  const [first, second] = sorted;
  if (first === undefined) return '';
  if (sorted.length > 2) return texts.leads({ side: first.side, percent: percent(first.chance) });
  const grade = GRADES.find(([from]) => first.chance >= from)?.[1];
  if (grade === undefined || second === undefined) return texts.even;
  return texts.grades[grade]({ side: first.side, percent: percent(first.chance) });
}
