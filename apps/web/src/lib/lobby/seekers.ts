import { type LobbyView, type Seek, seekKey } from '@terrace/protocol';

/** How many wait to be paired for this. */
export const seekersOf = ({ seeks }: Pick<LobbyView, 'seeks'>, seek: Seek): number =>
  seeks.find((each) => seekKey(each.seek) === seekKey(seek))?.waiting ?? 0;

/** What else people wait for, the most wanted first. */
export const insteadOf = ({ seeks }: Pick<LobbyView, 'seeks'>, seek: Seek, most: number): LobbyView['seeks'] =>
  seeks
    .filter((each) => seekKey(each.seek) !== seekKey(seek))
    .toSorted((a, b) => b.waiting - a.waiting)
    .slice(0, most);
