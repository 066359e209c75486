import { type CommandContext, decide, fold, type GameState, openFullTable } from '@terrace/game';
import { type Command, DEFAULT_SETTINGS, type GameEvent, GameId, type Player } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { summarize } from '../game-service/summary.ts';
import { player, reportError } from '../testing/games.ts';
import { createFeaturedBoards } from './featured-boards.ts';

const GAME = GameId.parse('featured0000');
const [SOUTH, NORTH] = [player('south'), player('north')];
const SEATS = [
  { side: 'south', player: SOUTH },
  { side: 'north', player: NORTH },
] as const;

const append = (state: GameState | null, events: readonly GameEvent[]): GameState => {
  const logged = events.map((event, i) => ({ seq: (state?.seq ?? 0) + 1 + i, at: 0, event }));
  const after = fold(state, logged);
  if (after === null) throw new Error('no game');
  return after;
};

function begun(): GameState {
  const opened = openFullTable(DEFAULT_SETTINGS, SEATS);
  if (!opened.ok) throw new Error(opened.error.code);
  return append(null, opened.value);
}

function after(state: GameState, by: Player, command: Command): GameState {
  const context: CommandContext = { by, arrivedAt: 0, now: 0, lagMs: 0, absentSides: [], nextId: () => null };
  const decision = decide(state, command, context);
  if (!decision.ok) throw new Error(decision.error.code);
  return append(state, decision.value);
}

test('until it leaves the list, a featured game that has ended is shown with its last board and stopped clocks', async () => {
  let state = begun();
  state = after(state, SOUTH, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  state = after(state, NORTH, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  const { settings } = state;
  const game = { id: GAME, settings, seats: [...SEATS], createdAt: 0, watching: 0 };
  const boards = createFeaturedBoards({
    featured: {
      list: () => ({ order: [GAME], count: 1 }),
      game: () => game,
      onListChange: () => undefined,
      onGameChange: () => undefined,
    },
    games: { follow: async () => undefined, unfollow: () => undefined },
    service: { state: async () => state, cachedState: () => state },
    scheduler: { after: () => () => undefined },
    onChange: () => undefined,
    reportError,
  });
  boards.watch('list');
  const shown = () => {
    const change = boards.change('list', boards.takeChanges());
    return change?.games[0]?.board ?? change?.boards[0];
  };
  await expect.poll(shown).toMatchObject({ clock: { since: 0 } });

  const before = state;
  state = after(before, NORTH, { type: 'resign' });
  expect(state.status).toBe('over');
  boards.update({ isLocal: true, gameId: GAME, before, events: [], summary: summarize(GAME, state), state });
  expect(shown()).toMatchObject({ clock: { since: null } });
});
