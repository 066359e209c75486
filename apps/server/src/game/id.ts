import { createHash } from 'node:crypto';
import { type CommandId, GameId, type PlayerId } from '@terrace/protocol';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * The id of the table that a player's `create` command opens. It is derived, so that the command sent again finds the
 * same table, and as hard to guess as the command id, which only the sender knows.
 */
export const gameIdOf = (player: PlayerId, commandId: CommandId): GameId => derive(`${player}/${commandId}`);

/** The id of the rematch of a game, the same whoever agrees last. */
export const rematchIdOf = (gameId: GameId): GameId => derive(`${gameId}/rematch`);

function derive(from: string): GameId {
  const digest = createHash('sha256').update(from).digest();
  return GameId.parse(Array.from(digest.subarray(0, 12), (byte) => ALPHABET[byte % ALPHABET.length]).join(''));
}
