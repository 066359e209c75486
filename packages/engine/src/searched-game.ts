import { formatPosition, type History, momentsOf, type Rules } from '@terrace/rules';

/**
 * A game as it is sent to an engine: the position to search (R24) and those that may still come again (R16), oldest
 * first, with the house rules.
 */
export type SearchedGame = {
  readonly rules: Rules;
  readonly position: string;
  readonly earlier: readonly string[];
};

/** A game as an engine searches it; nothing before the last capture or elimination can come again. */
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
