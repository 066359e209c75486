import { commandsMessages } from '@terrace/messages/commands';
import type { ChatMessage, GameId, PlayerId, Refusal } from '@terrace/protocol';
import { ok, type Result } from '@terrace/rules';
import type { Chat, SentMessage } from '../chat/chat.ts';
import { type CommandHandlers, type GameAccess, onceOf } from './handler.ts';

type Dependencies = {
  readonly chat: Chat;
  readonly broadcastChat: (sent: SentMessage) => void;
  readonly games: GameAccess;
};

/** Messages shown at most, the latest ones. */
const MAX_SHOWN = 20;

export function createChatCommand({ chat, broadcastChat, games }: Dependencies): CommandHandlers<'chat'> {
  async function readChat(id: GameId, reader: PlayerId): Promise<Result<string, Refusal>> {
    const joined = await chat.join(id, reader);
    if (!joined.ok) return joined;
    const { rooms, messages } = joined.value;
    const line = ({ at, room, by, text }: ChatMessage) => {
      const name =
        rooms.length > 1 && room === 'watchers' ? commandsMessages().chat.spectator({ name: by.name }) : by.name;
      return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}  ${name}: ${text}`;
    };
    return ok(messages.slice(-MAX_SHOWN).map(line).join('\n') || commandsMessages().chat.none);
  }

  return {
    chat: games.withGame(async ({ text }, sender, { id }) => {
      if (text === undefined) return readChat(id, sender.by.id);
      const sent = await chat.send(id, sender.by, text, onceOf(sender));
      if (!sent.ok) return sent;
      broadcastChat(sent.value);
      return ok(commandsMessages().done.chat[sent.value.message.room]);
    }),
  };
}
