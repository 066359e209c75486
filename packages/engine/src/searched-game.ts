import { formatPosition, type History, momentsOf, type Rules } from '@terrace/rules';

/**
 * A game for the engine: the position to search (R24), the earlier positions that can repeat (R16), oldest first, and
 * the house rules.
 */
export type SearchedGame = {
  readonly rules: Rules;
  readonly position: string;
  readonly earlier: readonly string[];
};

/** A game for the engine; positions before the last capture or elimination cannot repeat. */
export function searchedGame(history: History): SearchedGame {
  const { position } = history;
  const repeatable = momentsOf(history)
    .slice(0, -1)
    .slice(-position.quiet || Number.POSITIVE_INFINITY);
  return {
    rules: position.rules,
    position: formatPosition(position),
    earlier: repeatable.map((moment) => formatPosition(moment.position)),
  };
}
