import { fold, type GameState } from '@terrace/game';
import type { CommandId, GameEvent, GameId, Player, Refusal } from '@terrace/protocol';
import type { Feed } from './feed.ts';
import { type AddressOf, seatDemand } from './seat-demand.ts';
import { DatabaseUnavailable, type GameStore } from './store.ts';
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
};

type Services = {
  readonly store: Pick<GameStore, 'append'>;
  readonly feed: Pick<Feed, 'append'>;
  /** Called when events of this instant could not be saved. */
  readonly onUnsaved: (at: number) => void;
};

export type Commit = ReturnType<typeof createCommit>;

/** Creates the function that appends events to the logs of games and publishes them. */
export function createCommit({ store, feed, onUnsaved }: Services) {
  /**
   * Appends the events of a change, and of the `alongside` changes of other games that it depends on: all or none of them are
   * saved, and those alongside are published first.
   *
   * @returns the state after the change; undefined when another writer was first in one of the games
   * @throws BeyondShare
   */
  return async function commit(
    change: Change,
    at: number,
    alongside: readonly Change[] = [],
  ): Promise<GameState | undefined> {
    const made = [...alongside, change].map((each) => apply(each, at));
    let refusal: Refusal | undefined;
    try {
      const appended = await feed.append(made, async () => {
        const done = await store.append(made);
        if (typeof done !== 'boolean') refusal = done;
        return done === true;
      });
      if (refusal !== undefined) throw new BeyondShare(refusal);
      return appended?.at(-1);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) onUnsaved(at);
      throw error;
    }
  };
}

/** A change as it is appended and published. */
function apply(
  { gameId, state: before, events: newEvents, by, commandId, addressOf = () => undefined }: Change,
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
  return { gameId, before, after, events, summary, state, demand: seatDemand(newEvents, summary, addressOf) };
}

/** Somebody would have more than anybody may: nothing was appended. */
export class BeyondShare extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** The address block of whoever sent a request is that of nobody else. */
export const senderOnly =
  ({ by, address }: { by: Player | null; address?: string | undefined }): AddressOf =>
  (player) =>
    player === by?.id ? address : undefined;
