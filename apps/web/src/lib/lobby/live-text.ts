import type { LiveGame } from '@terrace/protocol';
import { type Position, parsePosition, parseSquare, type Square } from '@terrace/rules';
import { words } from '#lib/words/words.ts';

/** What a live game is called: by its two players, or by its seats. */
export const liveTitle = ({ seats, settings }: LiveGame): string =>
  seats.length === 2 ? words.live.players(seats.map(({ player }) => player.name)) : words.setup[settings.setup];

/** The line under a live game's name. */
export function liveFacts({ seats, settings }: LiveGame, ply: number): string {
  const time = words.time(settings.time);
  return seats.length === 2 ? words.live.facts(words.setup[settings.setup], time) : words.live.factsOfMany(time, ply);
}

/** A live board as it is to be drawn; undefined when its text cannot be read, which is our own fault. */
export function pictureOf({ board, settings }: LiveGame): { position: Position; last: Square | undefined } | undefined {
  const read = parsePosition(board.position, settings.rules);
  if (!read.ok) return undefined;
  return { position: read.value, last: board.last === null ? undefined : parseSquare(read.value.size, board.last) };
}
