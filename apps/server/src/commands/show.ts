import { positionOf } from '@terrace/game';
import type { GameRow, PlayerId } from '@terrace/protocol';
import { err, type History, ok } from '@terrace/rules';
import type { GameService } from '../game/service.ts';
import type { GameQueries, PlayerStore } from '../game/store.ts';
import { gameText, momentText, rowText } from './format.ts';
import { historyText } from './format-history.ts';
import type { CommandArgs } from './grammar.ts';
import type { GameAccess, Handlers } from './handler.ts';

/** Games in one list, at the most. */
const MOST = 100;

type Services = {
  readonly games: GameAccess;
  readonly service: GameService;
  readonly lists: GameQueries;
  readonly people: PlayerStore;
  readonly now: () => number;
};

/** What anybody may look at. */
export const createShow = (services: Services): Handlers<'show' | 'history' | 'games'> => ({
  async show({ board, ply }, asker) {
    const found = await services.games.find(board, asker);
    if (!found.ok) return found;
    const { id, state } = found.value;
    if (ply === undefined) return ok(gameText(id, state, services.now()));
    const moment = before(state.history, ply);
    if (moment === undefined) return err({ code: 'no-such-ply', ply, next: positionOf(state).ply });
    return ok(momentText(id, state, moment));
  },

  async history({ board }, asker) {
    const found = await services.games.find(board, asker);
    return found.ok ? ok(historyText(await services.service.eventsAfter(found.value.id, 0))) : found;
  },

  async games({ user, which }, { by }) {
    const own = user === undefined || user.toLowerCase() === by.name.toLowerCase();
    const player = own ? by : await services.people.byName(user);
    if (player === undefined) return err({ code: 'no-such-player', name: user ?? '' });
    const rows = await (which === 'all' ? services.lists.allGamesOf : services.lists.unfinishedGamesOf)(
      player.id,
      MOST,
    );
    const seen = rows.filter((row) => maySee(row, by.id) && (which !== 'next' || waitsFor(row, player.id)));
    return ok(seen.length === 0 ? `${NONE[which]} ${player.name}.` : seen.map(rowText).join('\n'));
  },
});

const NONE: Readonly<Record<CommandArgs['games']['which'], string>> = {
  all: 'There are no games of',
  active: 'There are no games under way of',
  next: 'No game waits for',
};

/** The moment before a move; the last such one, since a side may have gone out in between (R15). */
function before(now: History, ply: number): History | undefined {
  let moment: History | undefined = now;
  while (moment !== undefined && moment.position.ply > ply) moment = moment.parent;
  return moment?.position.ply === ply ? moment : undefined;
}

const sits = ({ seats }: GameRow, id: PlayerId): boolean =>
  seats.some(({ player, reserved }) => (player ?? reserved)?.id === id);

/** A game by link is listed only for those in it. */
const maySee = (row: GameRow, asker: PlayerId): boolean => row.settings.seen === 'public' || sits(row, asker);

/** A move to make, or an invitation to answer. */
const waitsFor = ({ status, seats, turn }: GameRow, id: PlayerId): boolean =>
  status === 'open'
    ? seats.some(({ reserved }) => reserved?.id === id)
    : seats.some(({ side, player }) => side === turn && player?.id === id);
