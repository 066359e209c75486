import { createHash, randomUUID } from 'node:crypto';
import { CommandId, type GameId } from '@terrace/protocol';

/**
 * Stored in the transaction of a command's effect, so that the command cannot have its effect twice. For commands that
 * are no events of a game: the game's log has the ids of the others. `at` is ms since 1970.
 */
export type Once = { readonly commandId: CommandId; readonly at: number };

/** The id of an action that is sent once. */
export const newCommandId = (): CommandId => CommandId.parse(randomUUID());

/**
 * The id of a command that the server derives from a state of a game, so that a retry and another node send the same
 * one. It needs the game's last `seq`: a ply or a position recurs after a takeback, and a command whose id recurs is
 * answered as already executed.
 */
export const commandIdAt = (
  purpose: 'computer' | 'conditional',
  gameId: GameId,
  { seq }: { readonly seq: number },
): CommandId => CommandId.parse(`${purpose}-${seq}-${gameId}`);

/** The id of an action that was received as something unique, such as a mail with its Message-ID. */
export const commandIdFrom = (source: string): CommandId =>
  CommandId.parse(createHash('sha256').update(source).digest('base64url').slice(0, 32));
