type Card = { readonly id: string };

/**
 * The cards in an order in which none moves that need not: whoever is about to press one would press another. New ones
 * take the places of those that are gone; where fewer are left, the last ones fill the gaps.
 *
 * @param before as they stood
 * @param now in the order they would have by themselves
 */
export function keepOrder<T extends Card>(before: readonly T[], now: readonly T[]): readonly T[] {
  const left = new Map(now.map((card) => [card.id, card]));
  const stay = before.map(({ id }) => {
    const card = left.get(id);
    left.delete(id);
    return card;
  });
  const come = [...left.values()];
  const placed = stay.map((card) => card ?? come.shift());
  const after = placed.slice(now.length).filter((card) => card !== undefined);
  return [...placed.slice(0, now.length).flatMap((card) => card ?? after.pop() ?? []), ...come];
}

/**
 * The game to show large: the one that is there stays until it is over, or idle while another game is being played.
 *
 * @param games best first, idle games last
 */
export function pickLargeGame<T extends Card & { readonly idle?: boolean | undefined }>(
  id: string | undefined,
  games: readonly T[],
): T | undefined {
  const [best] = games;
  const shown = games.find((game) => game.id === id);
  return shown !== undefined && (!shown.idle || best?.idle) ? shown : best;
}
