import {
  type GameId,
  type GameRow,
  isOpenSeat,
  matchKey,
  newestFirst,
  type Place,
  type PlayerId,
} from '@terrace/protocol';
import { createMultimap } from '../presence/multimap.ts';

const PAGE_SIZE = 50;

type Page = { readonly tables: GameRow[]; readonly floor: Place | null };

const isListed = ({ status, settings, seats }: GameRow): boolean =>
  status === 'open' && settings.seen === 'public' && seats.some(isOpenSeat);

const hostsOf = ({ seats }: GameRow): PlayerId[] => seats.flatMap(({ player }) => player?.id ?? []);

const invitedTo = ({ seats }: GameRow): PlayerId[] => seats.flatMap(({ reserved }) => reserved?.id ?? []);

export type OpenTables = ReturnType<typeof createOpenTables>;

/** Tables that have not started, newest first. */
export function createOpenTables() {
  const tables = new Map<GameId, GameRow>();
  const listed = new Map<GameId, GameRow>();
  const bySeek = createMultimap<string, GameId>();
  const byInvited = createMultimap<PlayerId, GameId>();
  const byHost = createMultimap<PlayerId, GameId>();
  let sorted: readonly GameRow[] | undefined;

  const rowsOf = (ids: Iterable<GameId>, from: ReadonlyMap<GameId, GameRow>): GameRow[] =>
    [...ids].flatMap((id) => from.get(id) ?? []);

  function inOrder(): readonly GameRow[] {
    sorted ??= [...listed.values()].sort(newestFirst);
    return sorted;
  }

  function page(from: number): Page {
    const rows = inOrder().slice(from, from + PAGE_SIZE);
    const last = rows.at(-1);
    const isEnd = last === undefined || from + PAGE_SIZE >= inOrder().length;
    return { tables: rows, floor: isEnd ? null : { createdAt: last.createdAt, id: last.id } };
  }

  return {
    get count(): number {
      return listed.size;
    },
    get: (id: GameId): GameRow | undefined => tables.get(id),
    all: (): Iterable<GameRow> => tables.values(),
    isListed: (id: GameId): boolean => listed.has(id),
    /** Listed tables that start when full, in listing order. */
    matching: (key: string): GameRow[] => rowsOf(bySeek.get(key), listed),
    invitationsOf: (player: PlayerId): GameRow[] => rowsOf(byInvited.get(player), tables),

    /** Players seated at tables. */
    hosts: (): IterableIterator<PlayerId> => byHost.keys(),
    isHost: (player: PlayerId): boolean => byHost.has(player),

    /** @returns whether the list has changed */
    put(row: GameRow): boolean {
      const before = tables.get(row.id);
      if (before !== undefined) {
        for (const player of invitedTo(before)) byInvited.delete(player, row.id);
        for (const player of hostsOf(before)) byHost.delete(player, row.id);
      }
      tables.delete(row.id);
      if (row.status === 'open') {
        tables.set(row.id, row);
        for (const player of invitedTo(row)) byInvited.add(player, row.id);
        for (const player of hostsOf(row)) byHost.add(player, row.id);
      }
      const wasListed = listed.delete(row.id);
      if (isListed(row)) {
        listed.set(row.id, row);
        if (row.settings.starts === 'full') bySeek.add(matchKey(row.settings), row.id);
      } else {
        if (!wasListed) return false;
        bySeek.delete(matchKey(row.settings), row.id);
      }
      sorted = undefined;
      return true;
    },

    first: (): Page => page(0),
    below(place: Place): Page {
      const from = inOrder().findIndex((row) => newestFirst(row, place) > 0);
      return from < 0 ? { tables: [], floor: null } : page(from);
    },
  };
}
