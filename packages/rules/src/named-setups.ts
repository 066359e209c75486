import { assemble } from './assemble.ts';
import type { BoardSize } from './board.ts';
import { parsePlacement } from './placement.ts';
import { type Position, type Rules, STANDARD_RULES } from './position.ts';
import type { Side } from './sides.ts';

/** A named setup; the placement is that of position text (R24). */
export interface NamedSetup {
  readonly players: 2 | 3 | 4;
  readonly size: BoardSize;
  /** In turn order; the first in the list moves first (R11). */
  readonly seats: readonly Side[];
  readonly placement: string;
}

const two = { players: 2, seats: ['south', 'north'] } as const;
const three = { players: 3, seats: ['south', 'north', 'east'] } as const;
const four = { players: 4, seats: ['south', 'west', 'north', 'east'] } as const;

export const SETUPS = {
  long: { ...two, size: 8, placement: 'DDCCBBAT/AABBCCDD/8/8/8/8/ddccbbaa/tabbccdd' },
  short: { ...two, size: 8, placement: '1TBBCCD1/8/8/8/8/8/8/1dccbbt1' },
  medium: { ...two, size: 8, placement: '1DCCBBT1/8/8/8/8/8/8/1tbbccd1' },
  master: { ...two, size: 8, placement: 'DDCCBBAT/AABBCCDD/8/8/8/8/8/1dccbbt1' },
  four: { ...four, size: 8, placement: "1d'c'c'b'b't'1/D'6T/C'6B/C'6B/B'6C/B'6C/T'6D/1tbbccd1" },
  three: { ...three, size: 8, placement: "1d'c'c'b'b't'1/7T/7B/7B/7C/7C/7D/1tbbccd1" },
  long6: { ...two, size: 6, placement: 'CCBBAT/AABBCC/6/6/ccbbaa/tabbcc' },
  short6: { ...two, size: 6, placement: '1TBBC1/6/6/6/6/1cbbt1' },
  medium6: { ...two, size: 6, placement: '1CBBT1/6/6/6/6/1tbbc1' },
  master6: { ...two, size: 6, placement: 'CCBBAT/AABBCC/6/6/6/1cbbt1' },
  four6: { ...four, size: 6, placement: "1t'b'b'c'1/T'4C/B'4B/B'4B/C'4T/1cbbt1" },
  three6: { ...three, size: 6, placement: "1t'b'b'c'1/5C/5B/5B/5T/1cbbt1" },
} as const satisfies Record<string, NamedSetup>;

export type SetupName = keyof typeof SETUPS;

export const isSetupName = (text: string): text is SetupName => Object.hasOwn(SETUPS, text);

export const SETUP_NAMES: readonly SetupName[] = Object.keys(SETUPS).filter(isSetupName);

/** The start position of a setup, with South to move (R11). */
export function startPosition(setup: SetupName, rules: Rules = STANDARD_RULES): Position {
  const { seats, placement } = SETUPS[setup];
  const read = parsePlacement(placement, seats);
  if (!read.ok) throw new Error(`the setup ${setup} is invalid: ${read.error.code}`);
  return assemble({ ...read.value, rules, seats, out: [], turn: 'south', quiet: 0, ply: 1 });
}
