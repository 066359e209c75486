import {
  type CommandContext,
  decide,
  flagAt,
  type GameState,
  processedSeq,
  rematch,
  rematchIn,
  type ServerCommand,
} from '@terrace/game';
import type { Command, GameEvent, GameId, Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { type Change, type Commit, senderOnly } from './commit.ts';
import type { Feed } from './feed.ts';
import { randomGameId } from './id.ts';
import type { Interruption } from './interruptions.ts';
import type { CheckEligibility, CommandRequest, CommandResult } from './requests.ts';

type Services = {
  readonly feed: Pick<Feed, 'cached' | 'catchUp'>;
  readonly commit: Commit;
  /** What of all interruptions fell before an instant, in ms since 1970; the earliest first. */
  readonly interruptionsBefore: (at: number) => readonly Interruption[];
  readonly checkEligibility: CheckEligibility;
  readonly now: () => number;
};

/**
 * What decides commands, each against all events of its game: when another writer was first, the missing events are folded
 * and the command is decided again. Before any, a running turn gets back what interruptions took of it.
 */
export function createExecution({ feed, commit, interruptionsBefore, checkEligibility, now }: Services) {
  /** Now, but never before the last event of a game: time does not run backwards in a log. */
  const nowAfter = (state: GameState): number => Math.max(now(), state.lastAt);

  /** What gives a running turn back the first interruption that fell into it before `at` and is not given back yet. */
  function owedTo(state: GameState, at: number): readonly GameEvent[] {
    if (flagAt(state) === undefined || state.clock === null) return [];
    const { turnStartedAt } = state.clock;
    for (const { since, until } of interruptionsBefore(at)) {
      if (until <= turnStartedAt) continue;
      const command = { type: 'interrupt', since, until } as const;
      const decision = decide(state, command, serverContext(nowAfter(state)));
      if (decision.ok && decision.value.length > 0) return decision.value;
    }
    return [];
  }

  /** Gives the running turn of a game back what interruptions before `at` took of it. @returns the state after that */
  async function creditInterruptions(gameId: GameId, before: GameState | null, at: number): Promise<GameState | null> {
    let state = before;
    for (;;) {
      const owed = state === null ? [] : owedTo(state, at);
      if (state === null || owed.length === 0) return state;
      const result = await commit({ gameId, state, events: owed, by: null }, nowAfter(state));
      state = result.kind === 'saved' ? result.state : await feed.catchUp(gameId);
    }
  }

  return {
    async execute(request: CommandRequest): Promise<Result<CommandResult, Refusal>> {
      const { gameId, by, commandId, command, answeredTo } = request;
      let state = feed.cached(gameId) ?? (await feed.catchUp(gameId));
      for (;;) {
        if (state === null) return err({ code: 'no-such-game' });
        const before = by && commandId && processedSeq(state, by.id, commandId);
        if (before) return ok({ seq: before, events: [] });
        const ineligible = by !== null && takesSeat(command) ? await checkEligibility(by, state.settings) : undefined;
        if (ineligible !== undefined) return err(ineligible);
        const credited = await creditInterruptions(gameId, state, request.arrivedAt);
        if (credited !== state) {
          state = credited;
          continue;
        }
        const context: CommandContext = {
          by,
          arrivedAt: request.arrivedAt,
          now: nowAfter(state),
          lagMs: request.lagMs ?? 0,
          gone: request.gone ?? [],
          nextId: randomGameId,
        };
        const decision = decide(state, command, context);
        if (!decision.ok) {
          // The state may be out of date because another node has appended. Read the log once before refusing.
          const fresh: GameState | null = await feed.catchUp(gameId);
          if (fresh === null || fresh.seq === state.seq) return decision;
          state = fresh;
          continue;
        }
        if (decision.value.length === 0) return ok({ seq: state.seq, events: [] });
        const change = {
          gameId,
          state,
          events: decision.value,
          by,
          commandId,
          answeredTo,
          addressOf: senderOnly(request),
        };
        const result = await commit(change, context.now, rematchOf(change, request));
        if (result.kind === 'refused') return err(result.refusal);
        if (result.kind === 'saved') return ok({ seq: state.seq + decision.value.length, events: result.events });
        state = await feed.catchUp(gameId);
      }
    },

    /** Gives the running turn of a game back what interruptions before `at` took of it. */
    async refund(gameId: GameId, at: number): Promise<void> {
      await creditInterruptions(gameId, feed.cached(gameId) ?? (await feed.catchUp(gameId)), at);
    },
  };
}

/** Whether a command gives its sender a seat: by sitting down, or in a rematch they offer or agree to. */
const takesSeat = (command: Command | ServerCommand): boolean =>
  command.type === 'sit' || (command.type === 'offer' && command.offer === 'rematch');

/** The new game that events agree to as a rematch, to be appended alongside them. */
function rematchOf(agreement: Change & { readonly state: GameState }, { address }: CommandRequest): readonly Change[] {
  const gameId = rematchIn(agreement.events);
  if (gameId === undefined) return [];
  const events = rematch(agreement.state);
  if (!events.ok) throw new Error(`players of empty seats agreed to a rematch of ${agreement.gameId}`);
  // The addresses of those who offered it earlier are unknown: all seats count with that of the last to agree.
  return [{ gameId, state: null, events: events.value, by: null, addressOf: () => address }];
}

/** The context of a command of the server itself. */
const serverContext = (now: number): CommandContext => ({
  by: null,
  arrivedAt: now,
  now,
  lagMs: 0,
  gone: [],
  nextId: () => null,
});
