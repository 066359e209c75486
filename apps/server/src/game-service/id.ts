import { createHash, randomUUID } from 'node:crypto';
import { type CommandId, GameId, type PlayerId } from '@terrace/protocol';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * The id of the table that a player's `create` command opens. It is derived, so that the command sent again finds the
 * same table, and as hard to guess as the command id, which only the sender knows.
 */
export const gameIdOf = (player: PlayerId, commandId: CommandId): GameId => derive(`${player}/${commandId}`);

/** A new id. A rematch gets one with each attempt to append it, as a game of that id is saved with the agreement or not at all. */
export const randomGameId = (): GameId => derive(randomUUID());

function derive(from: string): GameId {
  const digest = createHash('sha256').update(from).digest();
  return GameId.parse(Array.from(digest.subarray(0, 12), (byte) => ALPHABET[byte % ALPHABET.length]).join(''));
}
