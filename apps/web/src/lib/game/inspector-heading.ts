import { level, pieceAt, type Square, squareName } from '@terrace/rules';
import { words } from '#lib/words/words.ts';
import type { PlayerView } from './player-view.svelte.ts';

/** The inspector's heading: the square that has the attention, else what the game waits for. */
export function heading(view: PlayerView, hovered: Square | undefined): string {
  const { state: choice } = view.selection;
  if (choice.kind === 'queued') {
    const { size } = view.position;
    return words.play.queued.heading(squareName(size, choice.from), squareName(size, choice.to));
  }
  const square = choice.kind === 'none' ? hovered : choice.from;
  return square === undefined ? situation(view) : about(view, square);
}

function about({ position, side }: PlayerView, square: Square): string {
  const piece = pieceAt(position, square);
  const name = squareName(position.size, square);
  const height = level(position.size, square);
  if (piece === undefined) return words.game.inspect.empty(name, height);
  if (piece.side === side) return words.game.inspect.yours(words.letter(piece), name, height);
  return words.game.inspect.piece(piece, name, height);
}

function situation({ game, live, side, mayMove, position }: PlayerView): string {
  const { status } = game.state;
  if (status === 'open') return words.game.inspect.open;
  if (status !== 'live') return words.game.inspect.over;
  if (!live) return words.game.inspect.earlier;
  if (game.state.pausedUntil !== null) return words.play.event.paused;
  if (mayMove) return words.game.inspect.choose;
  const turn = words.side[position.turn];
  return side === undefined ? words.game.inspect.watch(turn) : words.game.inspect.wait(turn);
}
