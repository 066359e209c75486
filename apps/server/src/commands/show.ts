import { currentPosition } from '@terrace/game';
import { commandsMessages } from '@terrace/messages/commands';
import type { GameRow, PlayerId } from '@terrace/protocol';
import { err, ok } from '@terrace/rules';
import type { GameQueries } from '../game-service/games.ports.ts';
import { historyBefore } from '../game-service/history-before.ts';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { GameService } from '../game-service/service.ts';
import { hasSeat } from '../game-service/summary.ts';
import { askedText, gameText, momentText, rowText } from './format.ts';
import { historyText } from './format-history.ts';
import type { CommandHandlers, GameAccess } from './handler.ts';

const MAX_LISTED_GAMES = 100;

type Dependencies = {
  readonly games: GameAccess;
  readonly service: GameService;
  readonly queries: GameQueries;
  readonly players: PlayerStore;
  readonly now: () => number;
};

export const createShowCommands = (dependencies: Dependencies): CommandHandlers<'show' | 'history' | 'games'> => {
  /** The games that wait for a player's move or answer, with the open offers. */
  async function awaiting(rows: readonly GameRow[], player: PlayerId): Promise<readonly string[]> {
    const found: string[] = [];
    for (const row of rows) {
      // Rows do not have offers.
      const state = row.status === 'live' ? await dependencies.service.state(row.id) : null;
      const asked = state === null ? [] : askedText(state, player);
      if (asked.length > 0 || isAwaiting(row, player)) found.push(rowText(row, asked));
    }
    return found;
  }

  return {
    show: dependencies.games.withGame(async ({ ply, style }, { by }, { id, state }) => {
      if (ply === undefined) return ok(gameText(id, state, { id: by.id, now: dependencies.now() }, style));
      const earlier = historyBefore(state.history, ply);
      if (earlier === undefined) return err({ code: 'no-such-ply', ply, next: currentPosition(state).ply });
      return ok(momentText(id, state, earlier, style));
    }),

    history: dependencies.games.withGame(async (_args, _sender, { id }) =>
      ok(historyText(await dependencies.service.eventsAfter(id, 0))),
    ),

    async games({ user, which }, { by }) {
      const own = user === undefined || user.toLowerCase() === by.name.toLowerCase();
      const player = own ? by : await dependencies.players.byName(user);
      if (player === undefined) return err({ code: 'no-such-player', name: user ?? '' });
      const { allGamesOf, unfinishedGamesOf } = dependencies.queries;
      const rows = await (which === 'all' ? allGamesOf : unfinishedGamesOf)(player.id, MAX_LISTED_GAMES);
      const visible = rows.filter((row) => isVisibleTo(row, by.id));
      const lines = which === 'next' ? await awaiting(visible, player.id) : visible.map((row) => rowText(row));
      return ok(lines.join('\n') || commandsMessages().games[which]({ name: player.name }));
    },
  };
};

/** Games by link are listed for their players only. */
const isVisibleTo = (row: GameRow, sender: PlayerId): boolean => row.settings.seen === 'public' || hasSeat(row, sender);

const isAwaiting = ({ status, seats, turn }: GameRow, id: PlayerId): boolean =>
  status === 'open'
    ? seats.some(({ reserved }) => reserved?.id === id)
    : seats.some(({ side, player }) => side === turn && player?.id === id);
