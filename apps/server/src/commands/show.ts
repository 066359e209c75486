import { currentPosition } from '@terrace/game';
import { commandsMessages } from '@terrace/messages/commands';
import type { GameRow, PlayerId } from '@terrace/protocol';
import { err, ok } from '@terrace/rules';
import type { GameQueries } from '../game-service/games.ports.ts';
import { historyBefore } from '../game-service/history-before.ts';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { GameService } from '../game-service/service.ts';
import { hasSeat } from '../game-service/summary.ts';
import { gameText, momentText, rowText } from './format.ts';
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

export const createShowCommands = (dependencies: Dependencies): CommandHandlers<'show' | 'history' | 'games'> => ({
  show: dependencies.games.withGame(async ({ ply, style }, _, { id, state }) => {
    if (ply === undefined) return ok(gameText(id, state, dependencies.now(), style));
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
    const shown = rows.filter((row) => isVisibleTo(row, by.id) && (which !== 'next' || isAwaiting(row, player.id)));
    return ok(
      shown.length === 0 ? commandsMessages().games[which]({ name: player.name }) : shown.map(rowText).join('\n'),
    );
  },
});

/** Games by link are listed for their players only. */
const isVisibleTo = (row: GameRow, sender: PlayerId): boolean => row.settings.seen === 'public' || hasSeat(row, sender);

const isAwaiting = ({ status, seats, turn }: GameRow, id: PlayerId): boolean =>
  status === 'open'
    ? seats.some(({ reserved }) => reserved?.id === id)
    : seats.some(({ side, player }) => side === turn && player?.id === id);
