import { commandsMessages } from '@terrace/messages/commands';
import { ok } from '@terrace/rules';
import type { Chat, SentMessage } from '../chat/chat.ts';
import type { CommandHandlers, GameAccess } from './handler.ts';

type Dependencies = {
  readonly chat: Chat;
  readonly broadcastChat: (sent: SentMessage) => void;
  readonly games: GameAccess;
};

export const createChatCommand = ({ chat, broadcastChat, games }: Dependencies): CommandHandlers<'chat'> => ({
  chat: games.withGame(async ({ text }, sender, { id }) => {
    const sent = await chat.send(id, sender.by, text);
    if (!sent.ok) return sent;
    broadcastChat(sent.value);
    return ok(commandsMessages().done.chat[sent.value.message.room]);
  }),
});
