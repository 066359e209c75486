import type { ChatMessage, GameId, Refusal } from '@terrace/protocol';
import type { Result } from '@terrace/rules';
import type { Archive } from '../archive/store.ts';
import type { Chat } from '../chat/chat.ts';
import type { OpenTable } from '../game/open-table.ts';
import type { GameService } from '../game/service.ts';
import type { GameQueries, PlayerStore } from '../game/store.ts';
import type { MoveQueues } from '../queue/move-queue.ts';
import { createAcceptReject } from './accept-reject.ts';
import { createChallenge } from './challenge.ts';
import { createChatCommand } from './chat.ts';
import type { CommandName, TextCommand } from './grammar.ts';
import { createGameAccess, type Handlers, type Sender } from './handler.ts';
import { helpCommands } from './help.ts';
import { parseCommand } from './parse.ts';
import { createPlay } from './play.ts';
import { createQueueCommand } from './queue.ts';
import { createRatingsCommand } from './ratings.ts';
import { createShow } from './show.ts';

export type CommandServices = {
  readonly service: GameService;
  readonly openTable: OpenTable;
  readonly lists: GameQueries;
  readonly people: PlayerStore;
  readonly queue: MoveQueues;
  readonly chat: Chat;
  readonly archive: Archive;
  readonly tell: (gameId: GameId, message: ChatMessage) => Promise<void>;
  readonly now: () => number;
};

/** Carries a line of text out, through the same services as everything else; the answer is text, or why there is none. */
export type CommandLine = (line: string, asker: Sender) => Promise<Result<string, Refusal>>;

export function createCommandLine(services: CommandServices): CommandLine {
  const { service, lists, openTable, queue, chat, tell } = services;
  const games = createGameAccess(service, lists);
  const handlers: Handlers = {
    ...helpCommands,
    ...createRatingsCommand(services.archive, services.now),
    ...createChallenge(openTable, games),
    ...createPlay(games),
    ...createAcceptReject(games),
    ...createShow({ ...services, games }),
    ...createQueueCommand(queue, games),
    ...createChatCommand(chat, tell, games),
  };
  const carryOut = <N extends CommandName>({ name, words }: TextCommand<N>, asker: Sender) =>
    handlers[name](words, asker);

  return async (line, asker) => {
    const command = parseCommand(line);
    return command.ok ? carryOut(command.value, asker) : command;
  };
}
