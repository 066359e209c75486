import { goalSquare, type Position, pieces, type Side, type Square } from '@terrace/rules';
import * as z from 'zod/mini';
import type { DeviceStorage } from '#lib/device/device-storage.ts';

/** What is pointed out to somebody who plays for the first time, once each: the goal, the T, that own pieces can be taken. */
const HINTS = ['goal', 't', 'own'] as const;
export type HintName = (typeof HINTS)[number];

const Seen = z.array(z.enum(HINTS)).check(z.maxLength(HINTS.length));
const KEY = 'hints seen';

/** @returns the hints seen on this device; none when nothing readable is stored */
export const loadSeenHints = (storage: DeviceStorage): readonly HintName[] => storage.readJson(KEY, Seen) ?? [];

export function saveSeenHints(storage: DeviceStorage, seen: readonly HintName[]): void {
  storage.writeJson(KEY, seen);
}

export type Hint = {
  readonly name: HintName;
  /** What it speaks of; own captures have a sign of their own. */
  readonly square: Square | undefined;
};

type Moment = {
  readonly position: Position;
  /** The side of the person who looks, whose turn it is. */
  readonly side: Side;
  /** Whether a piece is selected, and whether it can take one of its own. */
  readonly selected: false | 'takes-own' | 'other';
  readonly seen: readonly HintName[];
};

/**
 * The hint of a moment in which a move can be chosen, if there is one. Goal and T are left to a turn each, and make room
 * for the signs' words while a piece is selected.
 */
export function hintFor({ position, side, selected, seen }: Moment): Hint | undefined {
  const fresh = (name: HintName) => !seen.includes(name);
  if (selected === 'takes-own' && fresh('own')) return { name: 'own', square: undefined };
  if (selected !== false) return undefined;
  if (fresh('goal')) return { name: 'goal', square: goalSquare(position.size, side) };
  if (!fresh('t')) return undefined;
  const t = pieces(position).find(({ piece }) => piece.t && piece.side === side);
  return t && { name: 't', square: t.square };
}
