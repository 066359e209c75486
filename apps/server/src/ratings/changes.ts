import type { Player, RatingChange } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { isProvisional } from './rating.ts';
import type { StoredChange } from './ratings.ports.ts';

type Seats = readonly { readonly side: Side; readonly player: Player | null }[];

/** The protocol has rating changes by side, rounded. */
export const changesBySide = (seats: Seats, changes: readonly StoredChange[]): RatingChange[] =>
  seats.flatMap(({ side, player }) => {
    const change = changes.find((each) => each.player === player?.id);
    if (change === undefined) return [];
    const { before, after } = change;
    return [
      {
        side,
        before: Math.round(before.rating),
        after: Math.round(after.rating),
        provisional: isProvisional(after.deviation),
      },
    ];
  });
