import { byAge, type GameRow, isOpenSeat, matchKey, type PlayerId, type Settings } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

/** What someone wants to play; `side` null: any. */
export type TableRequest = { readonly settings: Settings; readonly side: Side | null };

/** Own games after one changed: newest first, and one that is mine no more leaves. */
export const updateOwnGames = (own: readonly GameRow[], row: GameRow, me: PlayerId): readonly GameRow[] =>
  [...own.filter(({ id }) => id !== row.id), ...(isMine(row, me) ? [row] : [])].sort(byAge);

/** A game under way that somebody sits in, or a table where a seat is reserved for them. */
const isMine = (row: GameRow, me: PlayerId): boolean =>
  (sitsAt(row, me) !== undefined && (row.status === 'open' || row.status === 'live')) ||
  invitedTo(row, me) !== undefined;

/** The seat that is reserved for somebody at a table that has not begun. */
export const invitedTo = (row: GameRow, me: PlayerId): Side | undefined =>
  row.status === 'open' && sitsAt(row, me) === undefined
    ? row.seats.find(({ reserved }) => reserved?.id === me)?.side
    : undefined;

/** First those that wait for somebody's move, and of them the one whose time runs out first. */
export const byUrgency =
  (me: PlayerId) =>
  (a: GameRow, b: GameRow): number => {
    const waits = (row: GameRow) => Number(row.turn !== null && row.turn === sitsAt(row, me));
    const due = (row: GameRow) => row.dueAt ?? Number.MAX_SAFE_INTEGER;
    return waits(b) - waits(a) || due(a) - due(b) || byAge(a, b);
  };

/** Whoever sits first at a table of a list; the host sits before all others. */
export const hostOf = (row: GameRow) => row.seats.find(({ player }) => player !== null)?.player ?? undefined;

export const hostName = (row: GameRow): string | undefined => hostOf(row)?.name;

export const sitsAt = (row: GameRow, me: PlayerId): Side | undefined =>
  row.seats.find(({ player }) => player?.id === me)?.side;

/** Tables of other people that are exactly what is wished for, the longest waiting first. */
export function matchingTables(tables: readonly GameRow[], request: TableRequest, me: PlayerId): readonly GameRow[] {
  return tables
    .filter(
      (row) =>
        sitsAt(row, me) === undefined &&
        row.settings.setup !== 'custom' &&
        matchKey(row.settings) === matchKey(request.settings) &&
        row.seats.some((seat) => isOpenSeat(seat) && (request.side === null || seat.side === request.side)),
    )
    .toSorted((a, b) => a.createdAt - b.createdAt);
}
