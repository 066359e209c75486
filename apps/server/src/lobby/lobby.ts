import type { LobbyView, PlayerId } from '@terrace/protocol';
import type { GameLists } from '../game/store.ts';

/** Tables and games in one view of the lobby, at the most. */
const MOST = 100;

export type Lobby = { view(player: PlayerId | undefined): Promise<LobbyView> };

/** The lobby is a query over games that have not begun, and over the games one sits in. */
export const lobby = (lists: GameLists): Lobby => ({
  async view(player) {
    const [tables, own] = await Promise.all([
      lists.openTables(MOST),
      player === undefined ? [] : lists.gamesOf(player, MOST),
    ]);
    return { tables: [...tables], own: [...own] };
  },
});
