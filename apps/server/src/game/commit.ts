import { fold, type GameState } from '@terrace/game';
import type { GameEvent, GameId, Player, Refusal } from '@terrace/protocol';
import type { Feed } from './feed.ts';
import type { CommandRequest } from './requests.ts';
import { type AddressOf, seatDemand } from './seat-demand.ts';
import { DatabaseUnavailable, type GameStore } from './store.ts';
import { summarize } from './summary.ts';

/** Who makes events, by which command, and from where whoever sits down with them does. */
type Origin = Pick<CommandRequest, 'by' | 'commandId'> & { readonly addressOf?: AddressOf };

type Services = {
  readonly store: Pick<GameStore, 'append'>;
  readonly feed: Pick<Feed, 'append'>;
  /** Is told when events of this instant could not be saved. */
  readonly onUnsaved: (at: number) => void;
};

export type Commit = ReturnType<typeof createCommit>;

/** What appends events to the log of a game, and tells of them. */
export function createCommit({ store, feed, onUnsaved }: Services) {
  /**
   * Appends events that follow `state`.
   *
   * @returns the state after them; undefined when another writer was first
   * @throws BeyondShare
   */
  return async function commit(
    gameId: GameId,
    state: GameState | null,
    newEvents: readonly GameEvent[],
    at: number,
    { by, commandId, addressOf = () => undefined }: Origin,
  ): Promise<GameState | undefined> {
    const after = state?.seq ?? 0;
    const events = newEvents.map((event, i) => ({
      seq: after + 1 + i,
      at,
      ...(by && { by: by.id }),
      ...(commandId && { commandId }),
      event,
    }));
    const next = fold(state, events);
    if (next === null) throw new Error('a command made no event');
    const summary = summarize(gameId, next);
    const following = { gameId, before: state, events, summary, state: next };
    const demand = seatDemand(newEvents, summary, addressOf);
    let refusal: Refusal | undefined;
    try {
      const appended = await feed.append(following, async () => {
        const done = await store.append(after, events, summary, demand);
        if (typeof done !== 'boolean') refusal = done;
        return done === true;
      });
      if (refusal !== undefined) throw new BeyondShare(refusal);
      return appended;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) onUnsaved(at);
      throw error;
    }
  };
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
