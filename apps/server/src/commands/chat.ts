import type { ChatMessage, GameId } from '@terrace/protocol';
import { ok } from '@terrace/rules';
import type { Chat } from '../chat/chat.ts';
import type { GameAccess, Handlers } from './handler.ts';

/** Talk beside a game, in one's own room: a player's or a spectator's. */
export const createChatCommand = (
  chat: Chat,
  tell: (gameId: GameId, message: ChatMessage) => Promise<void>,
  games: GameAccess,
): Handlers<'chat'> => ({
  async chat({ board, text }, asker) {
    const found = await games.find(board, asker);
    if (!found.ok) return found;
    const { id } = found.value;
    const said = await chat.send(id, asker.by, text);
    if (!said.ok) return said;
    await tell(id, said.value);
    return ok(said.value.room === 'players' ? 'Said to the players.' : 'Said to the spectators.');
  },
});
