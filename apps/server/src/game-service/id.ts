import { createHash, randomUUID } from 'node:crypto';
import { type CommandId, GameId, type PlayerId } from '@terrace/protocol';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * The id of the table that a `create` command opens. A repeated command yields the same id, and the id is as hard to
 * guess as the command id, which only the sender knows.
 */
export const gameIdOf = (player: PlayerId, commandId: CommandId): GameId => derive(`${player}/${commandId}`);

/** A new id. Each attempt to append a rematch uses a new one. */
export const randomGameId = (): GameId => derive(randomUUID());

function derive(from: string): GameId {
  const digest = createHash('sha256').update(from).digest();
  return GameId.parse(Array.from(digest.subarray(0, 12), (byte) => ALPHABET[byte % ALPHABET.length]).join(''));
}
