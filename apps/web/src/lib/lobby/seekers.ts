import type { LobbyView, Seek } from '@terrace/protocol';
import { sameTime } from './rows.ts';

export const sameSeek = (one: Seek, other: Seek): boolean =>
  one.setup === other.setup && one.rated === other.rated && sameTime(one.time, other.time);

/** How many wait to be paired for this. */
export const seekersOf = ({ seeks }: Pick<LobbyView, 'seeks'>, seek: Seek): number =>
  seeks.find((each) => sameSeek(each.seek, seek))?.waiting ?? 0;

/** What else people wait for, the most wanted first. */
export const insteadOf = ({ seeks }: Pick<LobbyView, 'seeks'>, seek: Seek, most: number): LobbyView['seeks'] =>
  seeks
    .filter((each) => !sameSeek(each.seek, seek))
    .toSorted((a, b) => b.waiting - a.waiting)
    .slice(0, most);
