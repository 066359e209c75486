import { byWait, type LobbyChange, type PlayerId, type SeekerRow } from '@terrace/protocol';

/** Seekers in the list, to bound its size: the longest waiting. */
const MAX_SHOWN = 100;

/** A seeker as shown to all but those whom they have blocked, or who have blocked them. */
export type ShownSeeker = { readonly row: SeekerRow; readonly blocked: ReadonlySet<PlayerId> };

/** What became of the list: seekers before and after, each null where they were not in it. */
export type SeekersChange = ReadonlyMap<PlayerId, readonly [before: ShownSeeker | null, after: ShownSeeker | null]>;

/** Who waits to be paired, as everybody in the lobby sees them. The list is as it was published last. */
export function createShownSeekers() {
  const seekers = new Map<PlayerId, ShownSeeker>();
  let published: ReadonlyMap<PlayerId, ShownSeeker> = new Map();

  return {
    set: (seeker: ShownSeeker): void => void seekers.set(seeker.row.player.id, seeker),
    delete: (player: PlayerId): void => void seekers.delete(player),

    /** The list as somebody may see it; undefined for a visitor who is nobody yet. */
    listFor: (viewer: PlayerId | undefined): SeekerRow[] =>
      [...published.values()].filter((seeker) => isSeenBy(seeker, viewer)).map(({ row }) => row),

    /** Publishes the list as it is now. @returns what that changes */
    publish(): SeekersChange {
      const shown = [...seekers.values()].sort((a, b) => byWait(a.row, b.row)).slice(0, MAX_SHOWN);
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

/** The part of a lobby's change that tells somebody of the seekers. */
export function seekersPart(
  changes: SeekersChange,
  viewer: PlayerId | undefined,
): Pick<LobbyChange, 'seekers' | 'seekersGone'> {
  const [seekers, seekersGone]: [SeekerRow[], PlayerId[]] = [[], []];
  for (const [player, [before, after]] of changes) {
    if (after !== null && isSeenBy(after, viewer)) seekers.push(after.row);
    else if (before !== null && isSeenBy(before, viewer)) seekersGone.push(player);
  }
  return { ...(seekers.length > 0 && { seekers }), ...(seekersGone.length > 0 && { seekersGone }) };
}

/** Who does not see these changes as all others do. */
export const withOwnPart = (changes: SeekersChange): ReadonlySet<PlayerId> =>
  new Set([...changes.values()].flat().flatMap((seeker) => [...(seeker?.blocked ?? [])]));

const isSeenBy = ({ blocked }: ShownSeeker, viewer: PlayerId | undefined): boolean =>
  viewer === undefined || !blocked.has(viewer);
