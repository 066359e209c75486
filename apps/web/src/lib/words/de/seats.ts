import type { Side } from '@terrace/rules';

export const side: Record<Side, string> = { south: 'Süd', west: 'West', north: 'Nord', east: 'Ost' };

const list = new Intl.ListFormat('de', { type: 'conjunction' });

/** `Süd`, `Süd und Nord`, `Süd, Nord und Ost`. */
export const sideList = (sides: readonly Side[]): string => list.format(sides.map((each) => side[each]));
