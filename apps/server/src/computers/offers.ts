import { searchedGame } from '@terrace/engine';
import type { GameState } from '@terrace/game';
import type { GameId, Player } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { EngineThreads } from '../engine/threads.ts';
import type { GameService } from '../game-service/service.ts';
import { acceptsDraw, computerReplies, computersOfferedDraw } from './replies.ts';

/** Limits of the search that decides on a draw offer: positions, and time. */
const DRAW_NODES = 50_000;
const DRAW_WITHIN_MS = 500;

type Dependencies = {
  readonly service: GameService;
  readonly urgentThreads: EngineThreads;
  readonly isWatched: (gameId: GameId) => boolean;
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
};

/** Replies of computers to offers, sent one after another, each for the state after the previous one. */
export function createComputerOffers({ service, urgentThreads, isWatched, now, reportError }: Dependencies) {
  const answering = new Map<GameId, { next: GameState | null; readonly answered: Promise<void> }>();

  async function answerAll(gameId: GameId, first: GameState): Promise<void> {
    const rejected = new Set<string>();
    let state: GameState | null = first;
    while (state !== null) {
      const next = await nextAnswer(state, gameId, rejected);
      if (next === undefined) return;
      const done = await service.command({ gameId, by: next.by, command: next.command, arrivedAt: now() });
      if (!done.ok) rejected.add(keyOf(next)); // not repeated, for any reason
      state = await service.state(gameId);
    }
  }

  async function run(gameId: GameId, first: GameState): Promise<void> {
    let state: GameState | null = first;
    while (state !== null) {
      await answerAll(gameId, state).catch(reportError);
      const work = answering.get(gameId);
      state = work?.next ?? null;
      if (work !== undefined) work.next = null;
    }
    answering.delete(gameId);
  }

  async function nextAnswer(state: GameState, gameId: GameId, rejected: ReadonlySet<string>) {
    const immediate = computerReplies(state, isWatched(gameId)).find((answer) => !rejected.has(keyOf(answer)));
    if (immediate !== undefined) return immediate;
    const [offered] = computersOfferedDraw(state);
    if (offered === undefined) return undefined;
    const answer = await considerDraw(state, offered);
    return rejected.has(keyOf(answer)) ? undefined : answer;
  }

  async function considerDraw(state: GameState, { side, player, seq }: { side: Side; player: Player; seq: number }) {
    const task = { kind: 'judge', game: searchedGame(state.history), nodes: DRAW_NODES } as const;
    const { signal } = new AbortController();
    const { judgement } = await urgentThreads.run({ task, withinMs: DRAW_WITHIN_MS, signal });
    if (judgement === undefined) throw new Error('the engine found no move in a live game');
    const type = acceptsDraw(state, side, judgement.chances) ? ('accept' as const) : ('refuse' as const);
    return { by: player, command: { type, offer: 'draw', seq } } as const;
  }

  return {
    /** Replies to the offers of this state, and of the states that follow from the replies. */
    answer(gameId: GameId, state: GameState): void {
      const work = answering.get(gameId);
      if (work !== undefined) work.next = state;
      else if (hasOffersToAnswer(state, isWatched(gameId)))
        answering.set(gameId, { next: null, answered: run(gameId, state) });
    },

    /** Resolves when no offer awaits a computer's reply, because a computer's move would decline it. */
    answered: async (gameId: GameId): Promise<void> => answering.get(gameId)?.answered,
  };
}

const hasOffersToAnswer = (state: GameState, watched: boolean): boolean =>
  computerReplies(state, watched).length > 0 || computersOfferedDraw(state).length > 0;

const keyOf = ({ by, command }: { readonly by: Player; readonly command: object }): string =>
  `${by.id} ${JSON.stringify(command)}`;
