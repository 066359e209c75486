import { createHash, randomUUID } from 'node:crypto';
import { type CommandId, GameId, type PlayerId } from '@terrace/protocol';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A repeated `create` command yields the same id, which is as hard to guess as the sender's command id. */
export const gameIdOf = (player: PlayerId, commandId: CommandId): GameId => derive(`${player}/${commandId}`);

export const randomGameId = (): GameId => derive(randomUUID());

function derive(from: string): GameId {
  const digest = createHash('sha256').update(from).digest();
  return GameId.parse(Array.from(digest.subarray(0, 12), (byte) => ALPHABET[byte % ALPHABET.length]).join(''));
}
