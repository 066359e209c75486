import { places, type Side } from '@terrace/rules';
import type { GameState } from './state.ts';

export type PlaceGroup = { readonly place: number; readonly sides: readonly Side[] };

/** The final ranking (R17); sides that share a place count together for the next place. */
export function placeGroups(sorted: readonly (readonly Side[])[]): readonly PlaceGroup[] {
  let place = 1;
  return sorted.map((sides) => {
    const group = { place, sides };
    place += sides.length;
    return group;
  });
}

/** The place of a side; the sides in play share the first one until the end. */
export function placeOf({ result, history }: GameState, side: Side): number | undefined {
  const sorted = result?.places ?? places(history);
  return placeGroups(sorted).find(({ sides }) => sides.includes(side))?.place;
}
