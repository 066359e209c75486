import type { Side } from '@terrace/rules';

export const side: Record<Side, string> = { south: 'South', west: 'West', north: 'North', east: 'East' };

/** `South`, `South and North`, `South, North and East`. */
export function sideList(sides: readonly Side[]): string {
  const names = sides.map((each) => side[each]);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}
