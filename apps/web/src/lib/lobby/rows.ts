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
    own: put(view.own, (row) => isMine(row, me)),
  };
}

/** A game under way that somebody sits in, or a table where a seat is kept for them. */
const isMine = (row: GameRow, me: PlayerId): boolean =>
  (sitsAt(row, me) !== undefined && (row.status === 'open' || row.status === 'live')) ||
  invitedTo(row, me) !== undefined;

/** The seat that is kept for somebody at a table that has not begun. */
export const invitedTo = (row: GameRow, me: PlayerId): Side | undefined =>
  row.status === 'open' && sitsAt(row, me) === undefined
    ? row.seats.find(({ reserved }) => reserved?.id === me)?.side
    : undefined;

export const hasOpenSeat = (row: GameRow): boolean => row.seats.some(isOpen);

/** Whoever sits first at a table of a list; the host sits before all others. */
export const hostOf = (row: GameRow) => row.seats.find(({ player }) => player !== null)?.player ?? undefined;

/** Nobody sits there and it is kept for nobody. */
export const isOpen = ({ player, reserved }: GameRow['seats'][number]): boolean => player === null && reserved === null;

function sameTime(one: Settings['time'], other: Settings['time']): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === 'days') return other.kind === 'days' && one.perMoveMs === other.perMoveMs;
  return other.kind === 'clock' && one.initialMs === other.initialMs && one.incrementMs === other.incrementMs;
}

export const sitsAt = (row: GameRow, me: PlayerId): Side | undefined =>
  row.seats.find(({ player }) => player?.id === me)?.side;

/** Tables of other people that are exactly what is wished for, the longest waiting first. */
export function fitting(tables: readonly GameRow[], wish: Wish, me: PlayerId): readonly GameRow[] {
  return tables
    .filter(
      (row) =>
        sitsAt(row, me) === undefined &&
        row.settings.setup === wish.settings.setup &&
        row.settings.setup !== 'custom' &&
        row.settings.rules.capture === wish.settings.rules.capture &&
        row.settings.rules.sliding === wish.settings.rules.sliding &&
        sameTime(row.settings.time, wish.settings.time) &&
        row.seats.some((seat) => isOpen(seat) && (wish.side === null || seat.side === wish.side)),
    )
    .toSorted((a, b) => a.createdAt - b.createdAt);
}
