import type { Cell } from './geometry.ts';

type Key = { readonly key: string; readonly ctrlKey?: boolean; readonly metaKey?: boolean; readonly altKey?: boolean };

/** The cursor's cell after a key, clamped to the grid; undefined for other keys. */
export function moveCursor(
  { key, ctrlKey, metaKey, altKey }: Key,
  { column, row }: Cell,
  size: number,
): Cell | undefined {
  if (metaKey || altKey) return undefined;
  const last = size - 1;
  const within = (n: number) => Math.min(Math.max(n, 0), last);
  switch (key) {
    case 'ArrowLeft':
      return { column: within(column - 1), row };
    case 'ArrowRight':
      return { column: within(column + 1), row };
    case 'ArrowUp':
      return { column, row: within(row - 1) };
    case 'ArrowDown':
      return { column, row: within(row + 1) };
    case 'Home':
      return { column: 0, row: ctrlKey ? 0 : row };
    case 'End':
      return { column: last, row: ctrlKey ? last : row };
    default:
      return undefined;
  }
}
