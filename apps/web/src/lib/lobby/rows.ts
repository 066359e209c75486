import type { GameRow, LobbyView, PlayerId, Settings } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

/** What someone wants to play; `side` null: any. */
export type Wish = { readonly settings: Settings; readonly side: Side | null };

/** The lobby after some rows changed: newest first, and a row that no longer belongs leaves. */
export function merge(view: LobbyView, changed: readonly GameRow[], me: PlayerId): LobbyView {
  const put = (rows: readonly GameRow[], belongs: (row: GameRow) => boolean): GameRow[] => {
    const ids = new Set(changed.map(({ id }) => id));
    return [...rows.filter(({ id }) => !ids.has(id)), ...changed.filter(belongs)].toSorted(
      (a, b) => b.createdAt - a.createdAt,
    );
  };
  return {
    tables: put(view.tables, (row) => row.status === 'open' && hasOpenSeat(row)),
    own: put(view.own, (row) => sitsAt(row, me) !== undefined && (row.status === 'open' || row.status === 'live')),
  };
}

export const hasOpenSeat = (row: GameRow): boolean => row.seats.some(({ player }) => player === null);

export const sitsAt = (row: GameRow, me: PlayerId): Side | undefined =>
  row.seats.find(({ player }) => player?.id === me)?.side;

/** Tables of other people that are exactly what is wished for, the longest waiting first. */
export function fitting(tables: readonly GameRow[], wish: Wish, me: PlayerId): readonly GameRow[] {
  return tables
    .filter(
      (row) =>
        sitsAt(row, me) === undefined &&
        row.settings.setup === wish.settings.setup &&
        row.settings.time?.initialMs === wish.settings.time?.initialMs &&
        row.settings.time?.incrementMs === wish.settings.time?.incrementMs &&
        row.seats.some(({ side, player }) => player === null && (wish.side === null || side === wish.side)),
    )
    .toSorted((a, b) => a.createdAt - b.createdAt);
}
