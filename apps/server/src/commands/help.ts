import { commandsMessages } from '@terrace/messages/commands';
import { type CommandName, EXAMPLES, USAGE } from '@terrace/protocol';
import { ok, SETUP_NAMES } from '@terrace/rules';
import type { CommandHandlers } from './handler.ts';

export const helpCommands: CommandHandlers<'help' | 'standings'> = {
  help: async ({ about }) => ok(about === undefined ? overview() : helpOn(about)),
  standings: async () => ok(commandsMessages().standings),
};

const overview = (): string => commandsMessages().overview({ usages: Object.values(USAGE).join('\n') });

const helpOn = (name: CommandName): string =>
  `${USAGE[name]}\n\n${explanation(name)}\n${commandsMessages().example({ line: EXAMPLES[name] })}`;

function explanation(name: CommandName): string {
  const { help } = commandsMessages();
  const setups = SETUP_NAMES.map((setup) => `-${setup}`).join(', ');
  return name === 'challenge' ? help.challenge({ setups }) : help[name];
}
