import { type BoardSize, parseSquare, type Square } from '@terrace/rules';

/** The square of the page's board under a point of the window; nothing beside the board. */
export function squareFromPoint(x: number, y: number, size: BoardSize): Square | undefined {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-square]');
  return cell?.dataset.square === undefined ? undefined : parseSquare(size, cell.dataset.square);
}
