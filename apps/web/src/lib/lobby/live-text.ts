import { messages, timeText } from '@terrace/messages';
import { isComputer, type LiveGame } from '@terrace/protocol';
import { type Position, parsePosition, parseSquare, type Side, type Square } from '@terrace/rules';

/** What a live game is called: by its two players, or by its seats. */
export const liveTitle = ({ seats, settings }: LiveGame): string =>
  seats.length === 2 ? seats.map(({ player }) => player.name).join(' – ') : messages.setup[settings.setup];

/** The line under a live game's name; it says so when no person plays. */
export function liveFacts({ seats, settings }: LiveGame, ply: number): string {
  const setup = messages.setup[settings.setup];
  const time = timeText(settings.time);
  const byComputers = seats.every(({ player }) => isComputer(player));
  // Without people nobody asks for the clock there is not.
  if (byComputers && seats.length === 2) return messages.live.byComputers({ facts: setup });
  const facts = seats.length === 2 ? messages.live.facts({ setup, time }) : messages.live.factsOfMany({ time, ply });
  return byComputers ? messages.live.byComputers({ facts }) : facts;
}

/** A live board as it is to be drawn; undefined when its text cannot be read, which is our own fault. */
export function pictureOf({ board, settings }: LiveGame): { position: Position; last: Square | undefined } | undefined {
  const read = parsePosition(board.position, settings.rules);
  if (!read.ok) return undefined;
  return { position: read.value, last: board.last === null ? undefined : parseSquare(read.value.size, board.last) };
}

/** What a side of a live game has left on its clock, in ms; null without one. @param now by the server's clock */
export function remainingOf(
  { board: { clock } }: LiveGame,
  side: Side,
  turn: Side | undefined,
  now: number,
): number | null {
  const left = clock?.remainingMs[side];
  if (clock === null || left === undefined) return null;
  return side === turn && clock.since !== null ? Math.max(0, left - Math.max(0, now - clock.since)) : left;
}
