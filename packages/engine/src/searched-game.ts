import { formatPosition, type History, momentsOf, type Rules } from '@terrace/rules';

/** The position to search (R24), and the earlier ones that can repeat (R16), oldest first. */
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
