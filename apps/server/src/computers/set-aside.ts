import { type GameState, startsGame } from '@terrace/game';
import { type GameId, isComputer, type PlayerId } from '@terrace/protocol';
import type { GameQueries } from '../game-service/games.ports.ts';
import type { Committed, GameService } from '../game-service/service.ts';

const MAX_GAMES = 100;

type Dependencies = {
  readonly service: GameService;
  readonly queries: Pick<GameQueries, 'liveGamesWithComputersOf'>;
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
};

/** Calls off people's clock games against computers when they start one against people, so that they lose none. */
export function createSetAside({ service, queries, now, reportError }: Dependencies): (committed: Committed) => void {
  async function setAside(gameId: GameId, people: readonly PlayerId[]): Promise<void> {
    for (const id of await queries.liveGamesWithComputersOf(people, MAX_GAMES)) {
      const state = id === gameId ? null : await service.state(id);
      if (state === null || !people.some((person) => isAgainstComputers(state, person))) continue;
      await service.command({ gameId: id, by: null, command: { type: 'set-aside' }, arrivedAt: now() });
    }
  }

  return ({ isLocal, gameId, events, state }) => {
    if (!isLocal || !startsGame(events) || state.settings.time?.kind !== 'clock') return;
    const people = peopleAt(state);
    if (people.length > 1) setAside(gameId, people).catch(reportError);
  };
}

const peopleAt = ({ seats }: GameState): readonly PlayerId[] =>
  seats.flatMap(({ player }) => (player === null || isComputer(player) ? [] : [player.id]));

const isAgainstComputers = ({ settings, seats }: GameState, person: PlayerId): boolean =>
  settings.time?.kind === 'clock' &&
  seats.some(({ player }) => player?.id === person) &&
  seats.every(({ player }) => player !== null && (player.id === person || isComputer(player)));
