import type { CommandId, Player, Refusal } from '@terrace/protocol';
import type { Result } from '@terrace/rules';

/** A line of text with a command, as a player sent it by mail. */
export type MailedCommand = {
  readonly line: string;
  readonly by: Player;
  /** In ms since 1970. */
  readonly arrivedAt: number;
  readonly address: string;
  /** Makes a repetition harmless. */
  readonly commandId: CommandId;
};

/** Asks play to run a command. The reply is in the current language. @throws when play does not answer */
export type RunMailedCommand = (command: MailedCommand) => Promise<Result<string, Refusal>>;
