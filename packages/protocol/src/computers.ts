import * as z from 'zod/mini';
import { type Player, PlayerId } from './ids.ts';

export const STRENGTHS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export const Strength = z.literal(STRENGTHS);
export type Strength = z.infer<typeof Strength>;

const COMPUTERS_PER_STRENGTH = 4;

const ID = /^computer-([1-8])-[1-4]$/;

/** A table seats each player once, so computers of the same strength have a `copy` number, from 1. */
export const computerPlayer = (strength: Strength, copy: number): Player => ({
  id: PlayerId.parse(`computer-${strength}-${copy}`),
  name: `Computer ${strength}`,
});

const copiesOf = (strength: Strength): readonly Player[] =>
  Array.from({ length: COMPUTERS_PER_STRENGTH }, (_, i) => computerPlayer(strength, i + 1));

/** A computer of this strength that is not yet at the table. */
export function availableComputer(strength: Strength, present: readonly PlayerId[]): Player {
  const free = copiesOf(strength).find(({ id }) => !present.includes(id));
  if (free === undefined) throw new Error(`no table has more than ${COMPUTERS_PER_STRENGTH} computers`);
  return free;
}

export const COMPUTER_IDS: readonly PlayerId[] = STRENGTHS.flatMap(copiesOf).map(({ id }) => id);

/** The strength in a name: `Computer 3`, or `computer-3` as a single word. */
export function strengthFromName(name: string): Strength | undefined {
  const strength = Number(/^computer[ -]([1-8])$/i.exec(name.trim())?.[1]);
  return STRENGTHS.find((each) => each === strength);
}

/** The strength of a computer; undefined for a person. */
export function computerStrength(id: string): Strength | undefined {
  const strength = Number(ID.exec(id)?.[1]);
  return STRENGTHS.find((each) => each === strength);
}

export const isComputer = ({ id }: Player): boolean => computerStrength(id) !== undefined;

export const isComputersOnly = (seats: readonly { readonly player: Player | null }[]): boolean =>
  seats.every(({ player }) => player !== null && isComputer(player));
