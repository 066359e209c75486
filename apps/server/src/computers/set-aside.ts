import { type GameState, starts } from '@terrace/game';
import { type GameId, type GameRow, isComputer, type Player, type PlayerId } from '@terrace/protocol';
import type { GameService } from '../game/service.ts';
import type { GameQueries } from '../game/store.ts';

/** Games of one player that are looked through. */
const MAX_GAMES = 100;

type Services = {
  readonly service: GameService;
  readonly queries: Pick<GameQueries, 'unfinishedGamesOf'>;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

/**
 * When a game of people with a clock begins, whatever they played against computers by the clock meanwhile is called off,
 * so that nobody loses on time there who was found by a person at last. Games without a clock, or by days, wait.
 */
export function setAsideWhenPeoplePlay({ service, queries, now, report }: Services): void {
  async function setAside(gameId: GameId, { id: person }: Player): Promise<void> {
    for (const row of await queries.unfinishedGamesOf(person, MAX_GAMES)) {
      if (row.id === gameId || !isAgainstComputers(row, person)) continue;
      await service.command({ gameId: row.id, by: null, command: { type: 'set-aside' }, arrivedAt: now() });
    }
  }

  service.onCommitted(({ origin, gameId, events, state }) => {
    if (origin !== 'here' || !starts(events) || state.settings.time?.kind !== 'clock') return;
    const people = peopleAt(state);
    if (people.length > 1) Promise.all(people.map((person) => setAside(gameId, person))).catch(report);
  });
}

const peopleAt = ({ seats }: GameState): readonly Player[] =>
  seats.flatMap(({ player }) => (player === null || isComputer(player) ? [] : [player]));

const isAgainstComputers = ({ status, settings, seats }: GameRow, person: PlayerId): boolean =>
  status === 'live' &&
  settings.time?.kind === 'clock' &&
  seats.some(({ player }) => player?.id === person) &&
  seats.every(({ player }) => player !== null && (player.id === person || isComputer(player)));
