import { type BoardSize, parseSquare, type Square } from '@terrace/rules';

export function squareFromPoint(x: number, y: number, size: BoardSize): Square | undefined {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-square]');
  return cell?.dataset.square === undefined ? undefined : parseSquare(size, cell.dataset.square);
}
