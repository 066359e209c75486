import type {
  FeaturedChange,
  FeaturedGames,
  GameRow,
  LiveGame,
  LobbyChange,
  LobbyView,
  Place,
  SeekerRow,
} from './lobby.ts';

/** Newest first, in a total order. */
export const newestFirst = (a: Place, b: Place): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Longest waiting first, in a total order. */
export const longestWaitFirst = (a: SeekerRow, b: SeekerRow): number =>
  a.since - b.since || (a.player.id < b.player.id ? -1 : a.player.id > b.player.id ? 1 : 0);

/** Tables below the floor are dropped. Undefined if the change does not follow: reload the lobby. */
export function changeLobby(view: LobbyView, change: LobbyChange): LobbyView | undefined {
  if (change.node !== view.node || change.version > view.version + 1) return undefined;
  if (change.version <= view.version) return view;
  const { version, tableCount = view.tableCount, online = view.online } = change;
  const seekers = changeSeekers(view.seekers, change);
  const featured = change.featured === undefined ? view.featured : changeFeatured(view.featured, change.featured);
  return { ...view, version, tableCount, online, seekers, featured, tables: changeTables(view, change) };
}

function changeTables({ tables: known, floor }: LobbyView, { tables = [], gone = [] }: LobbyChange): GameRow[] {
  if (tables.length === 0 && gone.length === 0) return known;
  const changed = new Set([...gone, ...tables.map(({ id }) => id)]);
  const shown = tables.filter((row) => floor === null || newestFirst(row, floor) <= 0);
  return [...known.filter(({ id }) => !changed.has(id)), ...shown].sort(newestFirst);
}

function changeSeekers(known: SeekerRow[], { seekers = [], seekersGone = [] }: LobbyChange): SeekerRow[] {
  if (seekers.length === 0 && seekersGone.length === 0) return known;
  const changed = new Set([...seekersGone, ...seekers.map(({ player }) => player.id)]);
  return [...known.filter(({ player }) => !changed.has(player.id)), ...seekers].sort(longestWaitFirst);
}

export function addTables(view: LobbyView, { tables, floor }: Pick<LobbyView, 'tables' | 'floor'>): LobbyView {
  const ids = new Set(tables.map(({ id }) => id));
  return { ...view, floor, tables: [...view.tables.filter(({ id }) => !ids.has(id)), ...tables].sort(newestFirst) };
}

/** Applies a change to featured games; games missing from the new order are removed. */
export function changeFeatured(featured: FeaturedGames, change: FeaturedChange): FeaturedGames {
  const games = new Map<string, LiveGame>(featured.games.map((game) => [game.id, game]));
  for (const game of change.games) games.set(game.id, game);
  for (const board of change.boards) {
    const game = games.get(board.id);
    if (game !== undefined) games.set(board.id, { ...game, board });
  }
  const order = change.order ?? featured.games.map(({ id }) => id);
  return { count: change.count, games: order.flatMap((id) => games.get(id) ?? []) };
}
