import type { CommandName, Refusal } from '@terrace/protocol';
import type { Result } from '@terrace/rules';
import type { Archive } from '../archive/archive.ports.ts';
import type { Chat, SentMessage } from '../chat/chat.ts';
import type { ConditionalMoveService } from '../conditional-moves/conditional-moves.ts';
import type { GameQueries } from '../game-service/games.ports.ts';
import type { OpenTable, OrganiseTable } from '../game-service/open-table.ts';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { GameService } from '../game-service/service.ts';
import type { Notes } from '../notes/notes.ts';
import type { GamePresence } from '../presence/presence.ts';
import type { Vacations } from '../vacations/vacations.ts';
import { createAcceptRejectCommands } from './accept-reject.ts';
import { createChallengeCommand } from './challenge.ts';
import { createChatCommand } from './chat.ts';
import type { TextCommand } from './grammar.ts';
import { type CommandHandlers, createGameAccess, type Sender } from './handler.ts';
import { helpCommands } from './help.ts';
import { createNoteCommand } from './note.ts';
import { parseCommand } from './parse.ts';
import { createPlayCommands } from './play.ts';
import { createQueueCommand } from './queue.ts';
import { createRatingsCommand } from './ratings.ts';
import { createShowCommands } from './show.ts';
import { createVacationCommand } from './vacation.ts';

type Dependencies = {
  readonly service: GameService;
  readonly openTable: OpenTable;
  readonly organiseTable: OrganiseTable;
  readonly queries: GameQueries;
  readonly players: PlayerStore;
  readonly conditionals: ConditionalMoveService;
  readonly presence: GamePresence;
  readonly chat: Chat;
  readonly archive: Archive;
  readonly vacations: Vacations;
  readonly notes: Notes;
  readonly broadcastChat: (sent: SentMessage) => void;
  readonly now: () => number;
};

/** Executes a line of text with the services that sockets use. The value is the reply. */
export type CommandLine = (line: string, sender: Sender) => Promise<Result<string, Refusal>>;

export function createCommandLine(dependencies: Dependencies): CommandLine {
  const { service, openTable, organiseTable, queries, players, conditionals, presence, chat, archive } = dependencies;
  const { broadcastChat, now } = dependencies;
  const games = createGameAccess({ service, queries, presence });
  const handlers: CommandHandlers = {
    ...helpCommands,
    ...createVacationCommand(dependencies),
    ...createRatingsCommand({ archive, now }),
    ...createChallengeCommand({ openTable, organiseTable, games }),
    ...createPlayCommands({ games, eventsOf: (id) => service.eventsAfter(id, 0) }),
    ...createAcceptRejectCommands({ games }),
    ...createShowCommands({ games, service, queries, players, now }),
    ...createQueueCommand({ conditionals, games }),
    ...createChatCommand({ chat, broadcastChat, games }),
    ...createNoteCommand({ notes: dependencies.notes, games }),
  };
  const execute = <N extends CommandName>({ name, args }: TextCommand<N>, sender: Sender) =>
    handlers[name](args, sender);

  return async (line, sender) => {
    const command = parseCommand(line);
    return command.ok ? execute(command.value, sender) : command;
  };
}
