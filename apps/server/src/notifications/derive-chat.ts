import type { GameState } from '@terrace/game';
import type { ChatMessage, GameId, PlayerId } from '@terrace/protocol';
import type { createNotifications } from './create.ts';

/** Messages read at a time. */
const AT_ONCE = 500;

type Dependencies = {
  /** The first `limit` messages among players since an instant and after a message, oldest first. */
  readonly messages: (
    since: number,
    after: number,
    limit: number,
  ) => Promise<readonly { readonly gameId: GameId; readonly message: ChatMessage }[]>;
  readonly blockersOf: (player: PlayerId) => Promise<readonly PlayerId[]>;
  readonly state: (gameId: GameId) => Promise<GameState | null>;
  readonly create: Pick<ReturnType<typeof createNotifications>, 'chat'>;
};

/** Creates the notifications of messages since an instant that were lost. Repeating it changes nothing. */
export const createChatDerivation =
  ({ messages, blockersOf, state, create }: Dependencies) =>
  async (since: number, stop: AbortSignal): Promise<void> => {
    let after = 0;
    for (let count = AT_ONCE; count === AT_ONCE && !stop.aborted; ) {
      const found = await messages(since, after, AT_ONCE);
      for (const { gameId, message } of found) {
        const game = await state(gameId);
        if (game !== null) await create.chat(gameId, message, await blockersOf(message.by.id), game);
      }
      after = found.at(-1)?.message.id ?? after;
      count = found.length;
    }
  };
