type Card = { readonly id: string };

/** Keeps cards in place, so that none moves under the pointer. New ones replace removed ones. @param now preferred order */
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

/** Keeps the current game large until it is over, or idle while another game is active. @param games idle games last */
export function pickLargeGame<T extends Card & { readonly idle?: boolean | undefined }>(
  id: string | undefined,
  games: readonly T[],
): T | undefined {
  const [best] = games;
  const shown = games.find((game) => game.id === id);
  return shown !== undefined && (!shown.idle || best?.idle) ? shown : best;
}
