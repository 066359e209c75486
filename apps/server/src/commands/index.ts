import type { ChatMessage, GameId, Refusal } from '@terrace/protocol';
import type { Result } from '@terrace/rules';
import type { Archive } from '../archive/store.ts';
import type { Chat } from '../chat/chat.ts';
import type { OpenTable } from '../game/open-table.ts';
import type { GameService } from '../game/service.ts';
import type { Directory, GameLists } from '../game/store.ts';
import type { Queue } from '../queue/move-queue.ts';
import { answerCommands } from './accept-reject.ts';
import { challengeCommands } from './challenge.ts';
import { talkCommands } from './chat.ts';
import type { Name, TextCommand } from './grammar.ts';
import { type Asker, gamesFor, type Handlers } from './handler.ts';
import { helpCommands } from './help.ts';
import { parseCommand } from './parse.ts';
import { playCommands } from './play.ts';
import { queueCommands } from './queue.ts';
import { ratingCommands } from './ratings.ts';
import { lookCommands } from './show.ts';

export type CommandServices = {
  readonly service: GameService;
  readonly openTable: OpenTable;
  readonly lists: GameLists;
  readonly people: Directory;
  readonly queue: Queue;
  readonly chat: Chat;
  readonly archive: Archive;
  readonly tell: (gameId: GameId, message: ChatMessage) => Promise<void>;
  readonly now: () => number;
};

/** Carries a line of text out, through the same services as everything else; the answer is text, or why there is none. */
export type CommandLine = (line: string, asker: Asker) => Promise<Result<string, Refusal>>;

export function commandLine(services: CommandServices): CommandLine {
  const { service, lists, openTable, queue, chat, tell } = services;
  const games = gamesFor(service, lists);
  const handlers: Handlers = {
    ...helpCommands,
    ...ratingCommands(services.archive, services.now),
    ...challengeCommands(openTable, games),
    ...playCommands(games),
    ...answerCommands(games),
    ...lookCommands({ ...services, games }),
    ...queueCommands(queue, games),
    ...talkCommands(chat, tell, games),
  };
  const carryOut = <N extends Name>({ name, words }: TextCommand<N>, asker: Asker) => handlers[name](words, asker);

  return async (line, asker) => {
    const command = parseCommand(line);
    return command.ok ? carryOut(command.value, asker) : command;
  };
}
