import { flagAt, type GameState, placeOf } from '@terrace/game';
import { letterOf, messages, moveByText } from '@terrace/messages';
import { isCorrespondence } from '@terrace/protocol';
import { level, type Position, pieceAt, type Side, type Square, squareName } from '@terrace/rules';
import type { PlayerView } from './player-view.svelte.ts';

/** The heading of the inspector: the selected or hovered square, otherwise what the game waits for. */
export function inspectorHeading(view: PlayerView, hovered: Square | undefined): string {
  const { state: choice } = view.selection;
  if (choice.kind === 'queued') {
    const { size } = view.position;
    return messages.play.queued.heading({
      from: squareName(size, choice.from),
      to: squareName(size, choice.to),
    });
  }
  const square = choice.kind === 'none' ? hovered : choice.from;
  return square === undefined ? situation(view) : squareHeading(view.position, square, view.side);
}

/** A square with its piece and level, as a heading. @param side the reader's own */
export function squareHeading(position: Position, square: Square, side: Side | undefined): string {
  const piece = pieceAt(position, square);
  const name = squareName(position.size, square);
  const height = level(position.size, square);
  if (piece === undefined) return messages.game.inspect.empty({ square: name, level: height });
  if (piece.side === side) return messages.game.inspect.yours({ name: letterOf(piece), square: name, level: height });
  return messages.game.inspect.piece({ piece, square: name, level: height });
}

function situation({ game, live, side, mayMove, position }: PlayerView): string {
  const { status } = game.rendered.state;
  if (status === 'open') return messages.game.inspect.open;
  if (status !== 'live') return messages.game.inspect.over;
  if (!live) return messages.game.inspect.earlier;
  if (game.rendered.state.pausedUntil !== null) return messages.play.event.paused;
  if (mayMove) return moveBySentence(game.rendered.state) ?? messages.game.inspect.choose;
  if (side !== undefined && position.out.includes(side)) {
    return messages.game.inspect.out({ place: placeOf(game.rendered.state, side) ?? position.seats.length });
  }
  const turn = messages.side[position.turn];
  return side === undefined ? messages.game.inspect.watch({ name: turn }) : messages.game.inspect.wait({ name: turn });
}

/** By when to move in a correspondence game, in this device's time zone. */
function moveBySentence(state: GameState): string | undefined {
  const deadline = isCorrespondence(state.settings.time) ? flagAt(state) : undefined;
  return deadline === undefined ? undefined : moveByText(deadline, Date.now());
}
