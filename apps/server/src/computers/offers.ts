import { searchedGame } from '@terrace/engine';
import { type GameState, positionOf } from '@terrace/game';
import type { GameId, Player } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { EngineThreads } from '../engine/threads.ts';
import type { GameService } from '../game/service.ts';
import { answersTo, drawsToConsider, takesDraw } from './answers.ts';

/** How much is looked at before a draw is taken or declined: positions, and ms. */
const DRAW_NODES = 50_000;
const DRAW_WITHIN_MS = 500;

type Services = {
  readonly service: GameService;
  readonly threads: EngineThreads;
  readonly isWatched: (gameId: GameId) => boolean;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

/** What computers say to offers. A game's answers are given one after another, each to the state the one before it left. */
export function createComputerOffers({ service, threads, isWatched, now, report }: Services) {
  /** Games whose offers are being answered, with what has happened there since. */
  const answering = new Map<GameId, GameState | null>();

  async function answerAll(gameId: GameId, first: GameState): Promise<void> {
    const refused = new Set<string>();
    let state: GameState | null = first;
    while (state !== null) {
      const next = await nextAnswer(state, gameId, refused);
      if (next === undefined) return;
      const done = await service.command({ gameId, by: next.by, command: next.command, arrivedAt: now() });
      if (!done.ok) refused.add(keyOf(next)); // asked once, whatever stands in its way
      state = await service.state(gameId);
    }
  }

  async function run(gameId: GameId, first: GameState): Promise<void> {
    let state: GameState | null = first;
    while (state !== null) {
      answering.set(gameId, null);
      await answerAll(gameId, state).catch(report);
      state = answering.get(gameId) ?? null;
    }
    answering.delete(gameId);
  }

  async function nextAnswer(state: GameState, gameId: GameId, refused: ReadonlySet<string>) {
    const atOnce = answersTo(state, isWatched(gameId)).find((answer) => !refused.has(keyOf(answer)));
    if (atOnce !== undefined) return atOnce;
    const [asked] = drawsToConsider(state);
    if (asked === undefined) return undefined;
    const answer = await considerDraw(state, asked);
    return refused.has(keyOf(answer)) ? undefined : answer;
  }

  async function considerDraw(state: GameState, { side, player }: { side: Side; player: Player }) {
    const task = { kind: 'search', game: searchedGame(state.history), nodes: DRAW_NODES } as const;
    const { signal } = new AbortController();
    const { line } = await threads.ask({ task, withinMs: DRAW_WITHIN_MS, signal });
    const score = line?.score ?? 0;
    const own = positionOf(state).turn === side ? score : -score;
    const type = takesDraw(state, own) ? ('offer' as const) : ('refuse' as const);
    return { by: player, command: { type, offer: 'draw' } } as const;
  }

  return {
    /** Answers what stands in this state, and what comes of that. */
    answer(gameId: GameId, state: GameState): void {
      if (answering.has(gameId)) answering.set(gameId, state);
      else if (isAsked(state, isWatched(gameId))) void run(gameId, state);
    },
  };
}

const isAsked = (state: GameState, watched: boolean): boolean =>
  answersTo(state, watched).length > 0 || drawsToConsider(state).length > 0;

const keyOf = ({ by, command }: { readonly by: Player; readonly command: object }): string =>
  `${by.id} ${JSON.stringify(command)}`;
