import type { LobbyView, PairingWish } from '@terrace/protocol';
import { sameTime } from './rows.ts';

export const sameWish = (one: PairingWish, other: PairingWish): boolean =>
  one.setup === other.setup && one.rated === other.rated && sameTime(one.time, other.time);

/** How many wait to be paired for this. */
export const seekersOf = ({ seeking }: Pick<LobbyView, 'seeking'>, wish: PairingWish): number =>
  seeking.find((each) => sameWish(each.wish, wish))?.waiting ?? 0;

/** What else people wait for, the most wanted first. */
export const insteadOf = (
  { seeking }: Pick<LobbyView, 'seeking'>,
  wish: PairingWish,
  most: number,
): LobbyView['seeking'] =>
  seeking
    .filter((each) => !sameWish(each.wish, wish))
    .toSorted((a, b) => b.waiting - a.waiting)
    .slice(0, most);
