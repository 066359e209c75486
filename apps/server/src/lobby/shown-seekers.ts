import { type LobbyChange, longestWaitFirst, type PlayerId, type SeekerRow } from '@terrace/protocol';

const MAX_SHOWN = 100;

/** `blocked` has blocks in both directions. */
export type ShownSeeker = { readonly row: SeekerRow; readonly blocked: ReadonlySet<PlayerId> };

/** Each side is null if the seeker is not listed. */
export type SeekersChange = ReadonlyMap<PlayerId, readonly [before: ShownSeeker | null, after: ShownSeeker | null]>;

export function createShownSeekers() {
  const seekers = new Map<PlayerId, ShownSeeker>();
  let published: ReadonlyMap<PlayerId, ShownSeeker> = new Map();

  return {
    set: (seeker: ShownSeeker): void => void seekers.set(seeker.row.player.id, seeker),
    delete: (player: PlayerId): void => void seekers.delete(player),

    /** Undefined for an anonymous visitor. */
    listFor: (viewer: PlayerId | undefined): SeekerRow[] =>
      [...published.values()].filter((seeker) => isVisibleTo(seeker, viewer)).map(({ row }) => row),

    /** @returns the changes */
    publish(): SeekersChange {
      const shown = [...seekers.values()].sort((a, b) => longestWaitFirst(a.row, b.row)).slice(0, MAX_SHOWN);
      const next = new Map(shown.map((seeker) => [seeker.row.player.id, seeker]));
      const changes = new Map(
        [...new Set([...published.keys(), ...next.keys()])].flatMap((player) => {
          const [before, after] = [published.get(player) ?? null, next.get(player) ?? null];
          return before === after ? [] : [[player, [before, after] as const] as const];
        }),
      );
      published = next;
      return changes;
    },
  };
}

export function seekersPart(
  changes: SeekersChange,
  viewer: PlayerId | undefined,
): Pick<LobbyChange, 'seekers' | 'seekersGone'> {
  const [seekers, seekersGone]: [SeekerRow[], PlayerId[]] = [[], []];
  for (const [player, [before, after]] of changes) {
    if (after !== null && isVisibleTo(after, viewer)) seekers.push(after.row);
    else if (before !== null && isVisibleTo(before, viewer)) seekersGone.push(player);
  }
  return { ...(seekers.length > 0 && { seekers }), ...(seekersGone.length > 0 && { seekersGone }) };
}

/** The viewers who need individual changes because of blocks. */
export const playersWithBlocks = (changes: SeekersChange): ReadonlySet<PlayerId> =>
  new Set([...changes.values()].flat().flatMap((seeker) => [...(seeker?.blocked ?? [])]));

const isVisibleTo = ({ blocked }: ShownSeeker, viewer: PlayerId | undefined): boolean =>
  viewer === undefined || !blocked.has(viewer);
