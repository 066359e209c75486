import {
  type CommandContext,
  decide,
  flagAt,
  fold,
  type GameState,
  processedSeq,
  rematchEvents,
  rematchIn,
} from '@terrace/game';
import type { CommandId, GameEvent, GameId, LoggedEvent, Player, Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { Feed } from './feed.ts';
import { type AppendResult, DatabaseUnavailable, type GameStore } from './games.ports.ts';
import { randomGameId } from './id.ts';
import type { Interruption } from './interruptions.ts';
import { companionsOf, joinsGame } from './joining.ts';
import type { CheckEligibility, CommandRequest, CommandResult } from './requests.ts';
import { type AddressOf, seatDemand } from './seat-limits.ts';
import { summarize } from './summary.ts';

type Change = {
  readonly gameId: GameId;
  /** Null for a new game. */
  readonly state: GameState | null;
  readonly events: readonly GameEvent[];
  /** Null for the server. */
  readonly by: Player | null;
  readonly commandId?: CommandId | undefined;
  /** The address block that is charged for a seat a player takes. */
  readonly addressOf?: AddressOf;
  /** This connection receives the events in its reply, not in the broadcast. */
  readonly answeredTo?: string | undefined;
};

type CommitResult =
  | {
      readonly kind: 'saved';
      readonly state: GameState;
      /** Empty if a reader of the log has already published them to all connections. */
      readonly events: readonly LoggedEvent[];
    }
  | Exclude<AppendResult, { kind: 'saved' }>;

type Answer = Promise<Result<CommandResult, Refusal>>;

type Dependencies = {
  readonly store: Pick<GameStore, 'append'>;
  readonly feed: Pick<Feed, 'cached' | 'catchUp' | 'register' | 'publishSaved'>;
  /** Interruptions before `at` that ended after `after`, both in ms since 1970, the earliest first. */
  readonly interruptionsBefore: (at: number, after: number) => readonly Interruption[];
  readonly checkEligibility: CheckEligibility;
  readonly onUnsaved: (at: number) => void;
  readonly now: () => number;
};

const NO_EVENTS: readonly GameEvent[] = [];
const NONE_ALONGSIDE: readonly Change[] = [];

/** Decides commands and appends their events. If another writer was first, it reads the log and decides again. */
export function createExecution({ store, feed, interruptionsBefore, checkEligibility, onUnsaved, now }: Dependencies) {
  /** Appends a change and the `alongside` changes in one transaction, then publishes them, `alongside` first. */
  function commit(change: Change, at: number, alongside = NONE_ALONGSIDE): Promise<CommitResult> {
    const own = toAppend(change, at);
    const others = alongside.map((each) => toAppend(each, at));
    const appends = [...others, own];
    const pending = feed.register(appends);
    return store.append(appends).then(
      (result) => {
        if (result.kind !== 'saved') {
          pending.notSaved();
          return result;
        }
        for (const each of others) feed.publishSaved(each);
        const { state, events } = feed.publishSaved(own);
        return { kind: 'saved', state, events };
      },
      (error) => {
        pending.unanswered();
        if (error instanceof DatabaseUnavailable) onUnsaved(at);
        throw error;
      },
    );
  }

  /** Time does not run backwards in a log. */
  const nowAfter = (state: GameState): number => Math.max(now(), state.lastAt);

  /** The events that refund the first interruption of the running turn that is not refunded yet. */
  function nextRefund(state: GameState, at: number): readonly GameEvent[] {
    if (state.clock === null) return NO_EVENTS;
    const interruptions = interruptionsBefore(at, state.clock.turnStartedAt);
    if (interruptions.length === 0 || flagAt(state) === undefined) return NO_EVENTS;
    for (const { since, until } of interruptions) {
      const command = { type: 'interrupt', since, until } as const;
      const decision = decide(state, command, serverContext(nowAfter(state)));
      if (decision.ok && decision.value.length > 0) return decision.value;
    }
    return NO_EVENTS;
  }

  /** Commits a refund. @returns the state after it */
  async function creditRefund(gameId: GameId, state: GameState, refund: readonly GameEvent[]) {
    const result = await commit({ gameId, state, events: refund, by: null }, nowAfter(state));
    return result.kind === 'saved' ? result.state : feed.catchUp(gameId);
  }

  async function executeIfEligible(by: Player, state: GameState, request: CommandRequest): Answer {
    const ineligible = await checkEligibility(by, state.settings, companionsOf(state));
    return ineligible === undefined ? decideAndCommit(state, request) : err(ineligible);
  }

  /** Executes a command on the state of the log. Not asynchronous itself: the promises of each move count. */
  function executeOn(state: GameState | null, request: CommandRequest): Answer {
    if (state === null) return Promise.resolve(err({ code: 'no-such-game' }));
    const { by, commandId, command } = request;
    const before = by && commandId && processedSeq(state, by.id, commandId);
    if (before) return Promise.resolve(ok({ seq: before, events: [] }));
    return by !== null && joinsGame(command) ? executeIfEligible(by, state, request) : decideAndCommit(state, request);
  }

  const executeAgain = (gameId: GameId, request: CommandRequest): Answer =>
    feed.catchUp(gameId).then((state) => executeOn(state, request));

  function decideAndCommit(state: GameState, request: CommandRequest): Answer {
    const { gameId, by, arrivedAt, lagMs = 0, absentSides = [] } = request;
    const refund = nextRefund(state, arrivedAt);
    if (refund.length > 0) return creditRefund(gameId, state, refund).then((credited) => executeOn(credited, request));
    const at = nowAfter(state);
    const context = { by, arrivedAt, now: at, lagMs, absentSides, nextId: randomGameId };
    const decision = decide(state, request.command, context);
    const events = decision.ok ? decision.value : [];
    if (events.length === 0) {
      // The state may be out of date because another node has appended. Read the log once before saying that nothing
      // changes, or why.
      const unchanged = decision.ok ? ok({ seq: state.seq, events: [] }) : decision;
      return feed
        .catchUp(gameId)
        .then((fresh) => (fresh === null || fresh.seq === state.seq ? unchanged : executeOn(fresh, request)));
    }
    const { commandId, answeredTo } = request;
    const change = { gameId, state, events, by, commandId, answeredTo, addressOf: senderOnly(request) };
    return commit(change, at, rematchOf(change, request)).then((result) => {
      if (result.kind === 'refused') return err(result.refusal);
      if (result.kind === 'outrun') return executeAgain(gameId, request);
      return ok({ seq: state.seq + events.length, events: result.events });
    });
  }

  return {
    execute(request: CommandRequest): Answer {
      const state = feed.cached(request.gameId);
      return state === undefined ? executeAgain(request.gameId, request) : executeOn(state, request);
    },

    async create(change: Omit<Change, 'state'>): Promise<Result<GameId, Refusal>> {
      const { gameId } = change;
      const result = await commit({ ...change, state: null }, now());
      if (result.kind === 'refused') return err(result.refusal);
      if (result.kind === 'outrun') await feed.catchUp(gameId);
      return ok(gameId);
    },

    /** Refunds the running turn for interruptions before `at`. */
    async refund(gameId: GameId, at: number): Promise<void> {
      let state = feed.cached(gameId) ?? (await feed.catchUp(gameId));
      while (state !== null) {
        const refund = nextRefund(state, at);
        if (refund.length === 0) return;
        state = await creditRefund(gameId, state, refund);
      }
    },
  };
}

function rematchOf(agreement: Change & { readonly state: GameState }, { address }: CommandRequest): readonly Change[] {
  const gameId = rematchIn(agreement.events);
  if (gameId === undefined) return NONE_ALONGSIDE;
  const events = rematchEvents(agreement.state);
  if (!events.ok) throw new Error(`players of empty seats agreed to a rematch of ${agreement.gameId}`);
  // Earlier players' addresses are unknown: all seats count for the last one's address.
  return [{ gameId, state: null, events: events.value, by: null, addressOf: () => address }];
}

const serverContext = (now: number): CommandContext => ({
  by: null,
  arrivedAt: now,
  now,
  lagMs: 0,
  absentSides: [],
  nextId: () => null,
});

function toAppend(
  { gameId, state: before, events: newEvents, by, commandId, addressOf = () => undefined, answeredTo }: Change,
  at: number,
) {
  const after = before?.seq ?? 0;
  const events = newEvents.map((event, i) => ({
    seq: after + 1 + i,
    at,
    ...(by && { by: by.id }),
    ...(commandId && { commandId }),
    event,
  }));
  const state = fold(before, events);
  if (state === null) throw new Error('a command produced no event');
  const summary = summarize(gameId, state);
  const demand = seatDemand(newEvents, summary, addressOf);
  return { gameId, before, after, events, summary, state, demand, answeredTo };
}

export const senderOnly =
  ({ by, address }: { by: Player | null; address?: string | undefined }): AddressOf =>
  (player) =>
    player === by?.id ? address : undefined;
