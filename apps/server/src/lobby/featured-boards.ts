import { isDeepStrictEqual } from 'node:util';
import { currentPosition, flagAt, type GameState } from '@terrace/game';
import type { FeaturedChange, FeaturedGames, GameId, LiveBoard, LiveGame } from '@terrace/protocol';
import { formatPosition, squareName } from '@terrace/rules';
import { isDatabaseFault } from '../game-service/games.ports.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import type { Following } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { Featured, FeaturedGame, List } from './featured.ts';

/** Changed games, and games in which only the board has changed. */
type Changes = { readonly games: ReadonlySet<string>; readonly boards: ReadonlySet<string> };

/** A watched list as last broadcast, with the games that were broadcast with it. */
type Watched = { list: List; readonly sent: Set<GameId> };

/** The pause before a game is read again if the database was busy or unreachable. */
const READ_AGAIN_MS = 1_000;

type Dependencies = {
  readonly featured: Pick<Featured, 'list' | 'game' | 'onListChange' | 'onGameChange'>;
  readonly games: Pick<Following<GameId>, 'follow' | 'unfollow'>;
  readonly service: Pick<GameService, 'state' | 'cachedState'>;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly onChange: () => void;
  readonly reportError: (error: unknown) => void;
};

export type FeaturedBoards = ReturnType<typeof createFeaturedBoards>;

/** The featured games with their boards. This node follows the games of a list while a client here watches it. */
export function createFeaturedBoards({ featured, games, service, scheduler, onChange, reportError }: Dependencies) {
  const watched = new Map<string, Watched>();
  const followed = new Set<GameId>();
  const follower = {};
  let [changedGames, changedBoards] = [new Set<string>(), new Set<string>()];

  function followWatched(): void {
    const wanted = new Set([...watched.keys()].flatMap((key) => featured.list(key).order));
    for (const id of followed) {
      if (wanted.has(id)) continue;
      followed.delete(id);
      games.unfollow(id, follower);
    }
    for (const id of wanted) {
      if (followed.has(id)) continue;
      followed.add(id);
      follow(id);
    }
  }

  function follow(id: GameId): void {
    if (!followed.has(id)) return;
    readBoard(id).catch((error: unknown) => {
      if (!isDatabaseFault(error)) reportError(error);
      scheduler.after(READ_AGAIN_MS, () => follow(id));
    });
  }

  async function readBoard(id: GameId): Promise<void> {
    await games.follow(id, follower);
    await service.state(id);
    changedGames.add(id);
    onChange();
  }

  featured.onListChange(() => {
    followWatched();
    onChange();
  });
  featured.onGameChange((id) => {
    changedGames.add(id);
    onChange();
  });

  const read = (ids: readonly GameId[]): LiveGame[] =>
    ids.flatMap((id) => {
      const [game, state] = [featured.game(id), service.cachedState(id)];
      return game === undefined || state === undefined ? [] : [toLiveGame(game, state)];
    });

  return {
    /** Follows the games of a list until `unwatch`. */
    watch(key: string): void {
      if (!watched.has(key)) watched.set(key, { list: featured.list(key), sent: new Set() });
      followWatched();
    },

    unwatch(key: string): void {
      watched.delete(key);
      followWatched();
    },

    /** Reads the boards of a list that are not known, so that `view` is complete. */
    async load(key: string): Promise<void> {
      const isKnown = (id: GameId) => followed.has(id) && service.cachedState(id) !== undefined;
      const { order } = featured.list(key);
      await Promise.all(order.filter((id) => !isKnown(id)).map(service.state));
    },

    view(key: string): FeaturedGames {
      const { order, count } = featured.list(key);
      return { games: read(order), count };
    },

    /** Also after the end: the game stays in the list until the next ranking, with its last board and stopped clocks. */
    update({ gameId }: Committed): void {
      if (!followed.has(gameId)) return;
      changedBoards.add(gameId);
      onChange();
    },

    takeChanges(): Changes {
      const changes = { games: changedGames, boards: changedBoards };
      [changedGames, changedBoards] = [new Set(), new Set()];
      return changes;
    },

    /** The change of a watched list to broadcast; undefined if it is unaffected. */
    change(key: string, changes: Changes): FeaturedChange | undefined {
      const shown = watched.get(key);
      if (shown === undefined) return undefined;
      const { list: before, sent } = shown;
      const after = featured.list(key);
      shown.list = after;
      for (const id of sent) if (!after.order.includes(id)) sent.delete(id);
      const isNew = (id: GameId) => changes.games.has(id) || !sent.has(id);
      const newGames = read(after.order.filter(isNew));
      const boards = read(after.order.filter((id) => changes.boards.has(id) && !isNew(id))).map(({ board }) => board);
      // A client drops games of the order whose boards it lacks, so the order is sent again with a late board.
      const isSameOrder = isDeepStrictEqual(after.order, before.order) && newGames.every(({ id }) => sent.has(id));
      for (const { id } of newGames) sent.add(id);
      if (newGames.length === 0 && boards.length === 0 && isSameOrder && after.count === before.count) return undefined;
      return { games: newGames, boards, ...(!isSameOrder && { order: after.order }), count: after.count };
    },
  };
}

function toLiveGame({ watching, ...game }: FeaturedGame, state: GameState): LiveGame {
  return { ...game, board: toLiveBoard(game.id, state, watching) };
}

function toLiveBoard(id: GameId, state: GameState, watching: number): LiveBoard {
  const { move } = state.history;
  const position = currentPosition(state);
  const remaining = state.seats.flatMap(({ side }) => (state.clock ? [[side, state.clock.remainingMs[side]]] : []));
  return {
    id,
    position: formatPosition(position),
    last: move === undefined ? null : squareName(position.size, move.to),
    clock: state.clock && {
      remainingMs: Object.fromEntries(remaining),
      since: flagAt(state) === undefined ? null : state.clock.turnStartedAt,
    },
    watching,
  };
}
