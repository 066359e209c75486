/** Undefined for other keys, and if no move has this `ply`. @param columns moves per row */
export function moveByKey<Move extends { readonly ply: number }>(
  key: string,
  moves: readonly Move[],
  ply: number,
  columns: number,
): Move | undefined {
  const at = moves.findIndex((move) => move.ply === ply);
  if (at < 0) return undefined;
  const last = moves.length - 1;
  const within = (n: number) => Math.min(Math.max(n, 0), last);
  switch (key) {
    case 'ArrowLeft':
      return moves[within(at - 1)];
    case 'ArrowRight':
      return moves[within(at + 1)];
    case 'ArrowUp':
      return moves[at - columns < 0 ? at : at - columns];
    case 'ArrowDown':
      return moves[at + columns > last ? at : at + columns];
    case 'Home':
      return moves[0];
    case 'End':
      return moves[last];
    default:
      return undefined;
  }
}
