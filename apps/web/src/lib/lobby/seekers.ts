import {
  type GameRow,
  gamesOfSeek,
  type LobbyView,
  matchKey,
  newestFirst,
  type PlayerId,
  type Seek,
  type SeekerRow,
  type Settings,
  seekKey,
} from '@terrace/protocol';
import { SETUP_NAMES, SETUPS } from '@terrace/rules';
import { clockTimes } from '#lib/game-settings/table-options.ts';
import { hostOf, reservedSide, seatedSide } from './rows.ts';

const isFor = (row: SeekerRow, game: Seek): boolean =>
  gamesOfSeek(row.seek).some((each) => seekKey(each) === seekKey(game));

export const countSeekers = ({ seekers }: Pick<LobbyView, 'seekers'>, game: Seek, me: PlayerId): number =>
  seekers.filter((row) => row.player.id !== me && isFor(row, game)).length;

/** What a search accepts besides its own game: nothing, any clock, or any game with as many seats. */
export const WIDTHS = ['this', 'clock', 'seats'] as const;
export type Width = (typeof WIDTHS)[number];

export function widenSeek({ setup, time, rated }: Seek, width: Width): Seek {
  const { players } = SETUPS[setup];
  const setups = width === 'clock' ? [setup] : SETUP_NAMES.filter((name) => SETUPS[name].players === players);
  return { setup, time, rated, ...(width !== 'this' && { or: { setups, times: [...clockTimes] } }) };
}

export const widthOf = ({ or }: Seek): Width => {
  if (or === undefined) return 'this';
  return or.setups.length === 1 ? 'clock' : 'seats';
};

/** A table, a player, or several players who seek the same game for three or four. */
export type WaitingRow = { readonly key: string } & (
  | { readonly kind: 'table'; readonly table: GameRow }
  | {
      readonly kind: 'seek';
      readonly game: Seek;
      readonly seekers: readonly [SeekerRow, ...SeekerRow[]];
      readonly own: boolean;
    }
);

/** The own search first, then the best matches. Excludes the visitor's own tables and invitations. */
export function waitingRows(
  { tables, seekers }: Pick<LobbyView, 'tables' | 'seekers'>,
  chosen: Settings,
  me: PlayerId,
): readonly WaitingRow[] {
  const rows: WaitingRow[] = [...Map.groupBy(seekers, rowKey)].flatMap(([key, [first, ...others]]) => {
    if (first === undefined) return [];
    const all = [first, ...others] as const;
    const own = all.some(({ player }) => player.id === me);
    const game = gamesOfSeek(first.seek)[0];
    return [{ kind: 'seek' as const, key, game, seekers: all, own }];
  });
  for (const table of tables.toSorted(newestFirst)) {
    if (seatedSide(table, me) === undefined && reservedSide(table, me) === undefined && hostOf(table) !== undefined)
      rows.push({ kind: 'table', key: table.id, table });
  }
  return rows.toSorted((a, b) => distance(a, chosen) - distance(b, chosen));
}

/** Whether players may be away: the table is by days or without a clock. */
export const isSlow = (row: WaitingRow): boolean =>
  (row.kind === 'table' ? row.table.settings : row.game).time?.kind !== 'clock';

/** Seeks for two are separate rows; equal seeks for three or four share one. */
const rowKey = ({ player, seek }: SeekerRow): string =>
  SETUPS[seek.setup].players === 2 ? player.id : seekKey({ setup: seek.setup, time: seek.time, rated: seek.rated });

function distance(row: WaitingRow, chosen: Settings): number {
  if (row.kind === 'seek' && row.own) return 0;
  const keys =
    row.kind === 'table'
      ? [matchKey(row.table.settings)]
      : row.seekers.flatMap(({ seek }) => gamesOfSeek(seek).map(seekKey));
  if (keys.includes(matchKey(chosen))) return 1;
  const seats = row.kind === 'table' ? row.table.seats.length : SETUPS[row.game.setup].players;
  return chosen.setup !== 'custom' && seats === SETUPS[chosen.setup].players ? 2 : 3;
}
