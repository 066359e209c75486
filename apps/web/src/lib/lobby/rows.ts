import { type GameRow, isOpenSeat, matchKey, newestFirst, type PlayerId, type Settings } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

/** The wanted game; `side` null means any. */
export type TableRequest = { readonly settings: Settings; readonly side: Side | null };

export const updateOwnGames = (own: readonly GameRow[], row: GameRow, me: PlayerId): readonly GameRow[] =>
  [...own.filter(({ id }) => id !== row.id), ...(isMine(row, me) ? [row] : [])].sort(newestFirst);

const isMine = (row: GameRow, me: PlayerId): boolean =>
  (seatedSide(row, me) !== undefined && (row.status === 'open' || row.status === 'live')) ||
  reservedSide(row, me) !== undefined;

export const reservedSide = (row: GameRow, me: PlayerId): Side | undefined =>
  row.status === 'open' && seatedSide(row, me) === undefined
    ? row.seats.find(({ reserved }) => reserved?.id === me)?.side
    : undefined;

/** Games on the player's turn first, by deadline; those that the player is out of last. */
export const byUrgency =
  (me: PlayerId) =>
  (a: GameRow, b: GameRow): number => {
    const waits = (row: GameRow) => Number(row.turn !== null && row.turn === seatedSide(row, me));
    const due = (row: GameRow) => row.dueAt ?? Number.MAX_SAFE_INTEGER;
    const isOut = (row: GameRow) =>
      Number(row.seats.some(({ player, place }) => player?.id === me && place !== undefined));
    return waits(b) - waits(a) || isOut(a) - isOut(b) || due(a) - due(b) || newestFirst(a, b);
  };

/** The host is always the first seated player. */
export const hostOf = (row: GameRow) => row.seats.find(({ player }) => player !== null)?.player ?? undefined;

export const hostName = (row: GameRow): string | undefined => hostOf(row)?.name;

export const seatedSide = (row: GameRow, me: PlayerId): Side | undefined =>
  row.seats.find(({ player }) => player?.id === me)?.side;

/** Other players' tables that match the request, longest waiting first. */
export function matchingTables(tables: readonly GameRow[], request: TableRequest, me: PlayerId): readonly GameRow[] {
  return tables
    .filter(
      (row) =>
        seatedSide(row, me) === undefined &&
        row.settings.setup !== 'custom' &&
        matchKey(row.settings) === matchKey(request.settings) &&
        row.seats.some((seat) => isOpenSeat(seat) && (request.side === null || seat.side === request.side)),
    )
    .toSorted((a, b) => a.createdAt - b.createdAt);
}
