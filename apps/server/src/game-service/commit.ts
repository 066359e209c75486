import { fold, type GameState } from '@terrace/game';
import type { CommandId, GameEvent, GameId, LoggedEvent, Player } from '@terrace/protocol';
import type { Feed } from './feed.ts';
import { type AddressOf, seatDemand } from './seat-demand.ts';
import { type AppendResult, DatabaseUnavailable, type GameStore } from './store.ts';
import { summarize } from './summary.ts';

/** New events of one game. */
export type Change = {
  readonly gameId: GameId;
  /** The state that the events follow; null for a new game. */
  readonly state: GameState | null;
  readonly events: readonly GameEvent[];
  /** The author of the events, and the command that made them; null for the server. */
  readonly by: Player | null;
  readonly commandId?: CommandId | undefined;
  /** The address block with which a player who sits down counts. */
  readonly addressOf?: AddressOf;
  /** The id of a connection that gets the events with the answer to its command, and must not be sent them again. */
  readonly answeredTo?: string | undefined;
};

export type CommitResult =
  | {
      readonly kind: 'saved';
      readonly state: GameState;
      /** The events of the change; none when a reader of the log has published them before, to all connections. */
      readonly events: readonly LoggedEvent[];
    }
  | Exclude<AppendResult, { kind: 'saved' }>;

type Services = {
  readonly store: Pick<GameStore, 'append'>;
  readonly feed: Pick<Feed, 'register' | 'publishSaved'>;
  /** Called when events of this instant could not be saved. */
  readonly onUnsaved: (at: number) => void;
};

export type Commit = ReturnType<typeof createCommit>;

/** Creates the function that appends events to the logs of games and publishes them. */
export function createCommit({ store, feed, onUnsaved }: Services) {
  /**
   * Appends the events of a change, and of the `alongside` changes of other games that it depends on: all or none of them are
   * saved. Publishes them after that, those alongside first.
   */
  return async function commit(change: Change, at: number, alongside: readonly Change[] = []): Promise<CommitResult> {
    const [own, others] = [toAppend(change, at), alongside.map((each) => toAppend(each, at))];
    const appends = [...others, own];
    const pending = feed.register(appends);
    let result: AppendResult;
    try {
      result = await store.append(appends);
    } catch (error) {
      pending.unanswered();
      if (error instanceof DatabaseUnavailable) onUnsaved(at);
      throw error;
    }
    if (result.kind !== 'saved') {
      pending.notSaved();
      return result;
    }
    for (const each of others) feed.publishSaved(each);
    return { kind: 'saved', ...feed.publishSaved(own) };
  };
}

/** A change as it is appended and published. */
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
  if (state === null) throw new Error('a command made no event');
  const summary = summarize(gameId, state);
  const demand = seatDemand(newEvents, summary, addressOf);
  return { gameId, before, after, events, summary, state, demand, answeredTo };
}

/** The address block of whoever sent a request is that of nobody else. */
export const senderOnly =
  ({ by, address }: { by: Player | null; address?: string | undefined }): AddressOf =>
  (player) =>
    player === by?.id ? address : undefined;
