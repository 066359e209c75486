import { messages, timeText } from '@terrace/messages';
import { isComputer, type LiveGame } from '@terrace/protocol';
import { type Position, parsePosition, parseSquare, type Side, type Square } from '@terrace/rules';

export const liveTitle = ({ seats, settings }: LiveGame): string =>
  seats.length === 2 ? seats.map(({ player }) => player.name).join(' – ') : messages.setup[settings.setup];

export function liveFacts({ seats, settings }: LiveGame, ply: number): string {
  const setup = messages.setup[settings.setup];
  const time = timeText(settings.time);
  const byComputers = seats.every(({ player }) => isComputer(player));
  // The clock of a game between computers does not matter.
  if (byComputers && seats.length === 2) return messages.live.byComputers({ facts: setup });
  const facts = seats.length === 2 ? messages.live.facts({ setup, time }) : messages.live.factsOfMany({ time, ply });
  return byComputers ? messages.live.byComputers({ facts }) : facts;
}

/** The position and last move of a live board; undefined if the server sent invalid text. */
export function livePosition({
  board,
  settings,
}: LiveGame): { position: Position; last: Square | undefined } | undefined {
  const read = parsePosition(board.position, settings.rules);
  if (!read.ok) return undefined;
  return { position: read.value, last: board.last === null ? undefined : parseSquare(read.value.size, board.last) };
}

/** Remaining time of a side in ms; null without a clock. @param now by the server's clock */
export function liveRemainingMs(
  { board: { clock } }: LiveGame,
  side: Side,
  turn: Side | undefined,
  now: number,
): number | null {
  const left = clock?.remainingMs[side];
  if (clock === null || left === undefined) return null;
  return side === turn && clock.since !== null ? Math.max(0, left - Math.max(0, now - clock.since)) : left;
}
