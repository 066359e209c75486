import type { SetupName } from '@terrace/rules';

export type SeatsKey = 'two' | 'three' | 'four';
export type BoardKey = 'usual' | 'small';
export const boardKeys: readonly BoardKey[] = ['usual', 'small'];

/** The ways two can begin, on either board. */
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

export type TwoKey = keyof typeof twoSeats;
export const twoKeys: readonly TwoKey[] = ['long', 'short', 'medium', 'master'];

/** The setup for so many seats; `two` says which of the four ways when there are two. */
export const setupFor = (seats: SeatsKey, two: TwoKey, board: BoardKey): SetupName =>
  seats === 'two' ? twoSeats[two][board] : moreSeats[seats][board];

export type SetupParts = { readonly seats: SeatsKey; readonly two: TwoKey; readonly board: BoardKey };

/** The choices that lead to a setup. */
export function partsOf(setup: SetupName): SetupParts {
  for (const board of boardKeys) {
    for (const two of twoKeys) if (twoSeats[two][board] === setup) return { seats: 'two', two, board };
    for (const seats of ['three', 'four'] as const)
      if (moreSeats[seats][board] === setup) return { seats, two: 'long', board };
  }
  return { seats: 'two', two: 'long', board: 'usual' };
}
