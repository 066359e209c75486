import type { SetupName } from '@terrace/rules';

export const seatsKeys = ['two', 'three', 'four'] as const;
type SeatsKey = (typeof seatsKeys)[number];
export const boardKeys = ['usual', 'small'] as const;
type BoardKey = (typeof boardKeys)[number];

const twoSeats = {
  long: { usual: 'long', small: 'long6' },
  short: { usual: 'short', small: 'short6' },
  medium: { usual: 'medium', small: 'medium6' },
  master: { usual: 'master', small: 'master6' },
} as const satisfies Record<string, Record<BoardKey, SetupName>>;
const moreSeats = {
  three: { usual: 'three', small: 'three6' },
  four: { usual: 'four', small: 'four6' },
} as const satisfies Record<string, Record<BoardKey, SetupName>>;

type TwoKey = keyof typeof twoSeats;
export const twoKeys: readonly TwoKey[] = ['long', 'short', 'medium', 'master'];

/** The choices that determine a setup; `two` only matters with two seats. */
export type SetupParts = { readonly seats: SeatsKey; readonly two: TwoKey; readonly board: BoardKey };

export const setupFor = ({ seats, two, board }: SetupParts): SetupName =>
  seats === 'two' ? twoSeats[two][board] : moreSeats[seats][board];

export function partsOf(setup: SetupName): SetupParts {
  for (const board of boardKeys) {
    for (const two of twoKeys) if (twoSeats[two][board] === setup) return { seats: 'two', two, board };
    for (const seats of ['three', 'four'] as const)
      if (moreSeats[seats][board] === setup) return { seats, two: 'long', board };
  }
  return { seats: 'two', two: 'long', board: 'usual' };
}
