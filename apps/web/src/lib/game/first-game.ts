import { goalSquare, type Position, pieces, type Side, type Square } from '@terrace/rules';
import * as z from 'zod/mini';
import type { DeviceStorage } from '#lib/device/device-storage.ts';

/** Hints for a first game, each shown once: the goal, the T, and that a side may capture its own pieces. */
const HINTS = ['goal', 't', 'own'] as const;
export type HintName = (typeof HINTS)[number];

const Seen = z.array(z.enum(HINTS)).check(z.maxLength(HINTS.length));
const KEY = 'hints seen';

export const loadSeenHints = (storage: DeviceStorage): readonly HintName[] => storage.readJson(KEY, Seen) ?? [];

export function saveSeenHints(storage: DeviceStorage, seen: readonly HintName[]): void {
  storage.writeJson(KEY, seen);
}

export type Hint = {
  readonly name: HintName;
  /** The square the hint is about; none for own captures, which have their own marker. */
  readonly square: Square | undefined;
};

type Moment = {
  readonly position: Position;
  readonly side: Side;
  readonly selected: false | 'takes-own' | 'other';
  readonly seen: readonly HintName[];
};

/** The hint for a turn, if any. While a piece is selected, the move markers need the space. */
export function hintFor({ position, side, selected, seen }: Moment): Hint | undefined {
  const fresh = (name: HintName) => !seen.includes(name);
  if (selected === 'takes-own' && fresh('own')) return { name: 'own', square: undefined };
  if (selected !== false) return undefined;
  if (fresh('goal')) return { name: 'goal', square: goalSquare(position.size, side) };
  if (!fresh('t')) return undefined;
  const t = pieces(position).find(({ piece }) => piece.t && piece.side === side);
  return t && { name: 't', square: t.square };
}
