import {
  byAge,
  DEFAULT_SETTINGS,
  type GameId,
  type GameRow,
  type Place,
  type PlayerId,
  type Settings,
} from '@terrace/protocol';
import { seekKey } from './pairing.ts';

const { rules: USUAL_RULES, starts: USUAL_START } = DEFAULT_SETTINGS;

/** Whether a table is what somebody who only says what and how fast to play would have opened. */
const isUsual = ({ rules, starts }: Settings): boolean =>
  rules.capture === USUAL_RULES.capture && rules.sliding === USUAL_RULES.sliding && starts === USUAL_START;

/** Tables in a first view of the list, and in each further page of it. */
export const PAGE_SIZE = 50;

type Page = { readonly tables: GameRow[]; readonly floor: Place | null };

export const isOpenSeat = ({ player, reserved }: GameRow['seats'][number]): boolean =>
  player === null && reserved === null;

/** Whether everybody may see a table and somebody could still sit down at it. */
const isListed = ({ status, settings, seats }: GameRow): boolean =>
  status === 'open' && settings.seen === 'public' && seats.some(isOpenSeat);

export type OpenTables = ReturnType<typeof createOpenTables>;

/** Every table that has not begun, and of those the ones that are listed, newest first. */
export function createOpenTables() {
  const open = new Map<GameId, GameRow>();
  const listed = new Map<GameId, GameRow>();
  const bySeek = new Map<string, Set<GameId>>();
  const kept = new Map<PlayerId, Map<GameId, GameRow>>();
  let sorted: readonly GameRow[] | undefined;

  function forget(row: GameRow): void {
    for (const { reserved } of row.seats) {
      const own = reserved === null ? undefined : kept.get(reserved.id);
      if (reserved !== null && own?.delete(row.id) && own.size === 0) kept.delete(reserved.id);
    }
  }

  function page(from: number): Page {
    sorted ??= [...listed.values()].sort(byAge);
    const tables = sorted.slice(from, from + PAGE_SIZE);
    const last = tables.at(-1);
    const floor =
      last === undefined || from + PAGE_SIZE >= sorted.length ? null : { createdAt: last.createdAt, id: last.id };
    return { tables, floor };
  }

  return {
    get count(): number {
      return listed.size;
    },
    get: (id: GameId): GameRow | undefined => open.get(id),
    all: (): Iterable<GameRow> => open.values(),
    isListed: (id: GameId): boolean => listed.has(id),
    /** Listed tables of the usual rules for a wish, the longest waiting first. */
    matching: (key: string): GameRow[] => [...(bySeek.get(key) ?? [])].flatMap((id) => listed.get(id) ?? []),
    /** Tables at which a seat is kept for somebody. */
    keptFor: (player: PlayerId): GameRow[] => [...(kept.get(player)?.values() ?? [])],

    /** Takes a game as it is now; true when that changes the list. */
    put(row: GameRow): boolean {
      const before = open.get(row.id);
      if (before !== undefined) forget(before);
      open.delete(row.id);
      if (row.status === 'open') {
        open.set(row.id, row);
        for (const { reserved } of row.seats) {
          if (reserved !== null) kept.set(reserved.id, (kept.get(reserved.id) ?? new Map()).set(row.id, row));
        }
      }
      const was = listed.delete(row.id);
      if (isListed(row)) {
        listed.set(row.id, row);
        if (isUsual(row.settings))
          bySeek.set(seekKey(row.settings), (bySeek.get(seekKey(row.settings)) ?? new Set()).add(row.id));
      } else {
        if (!was) return false;
        const same = bySeek.get(seekKey(row.settings));
        if (same?.delete(row.id) && same.size === 0) bySeek.delete(seekKey(row.settings));
      }
      sorted = undefined;
      return true;
    },

    first: (): Page => page(0),
    below(place: Place): Page {
      sorted ??= [...listed.values()].sort(byAge);
      const from = sorted.findIndex((row) => byAge(row, place) > 0);
      return from < 0 ? { tables: [], floor: null } : page(from);
    },
  };
}
