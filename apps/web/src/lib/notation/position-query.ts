import { formatSetup, parseSetup, type Rules, type Setup, STANDARD_RULES } from '@terrace/rules';

/** The part of an address that tells a position and its house rules; blanks as `+`, so that it stays short to read. */
export function positionQuery(text: string, rules: Rules): string {
  const house = [
    rules.capture === 'standard' ? '' : `&capture=${rules.capture}`,
    rules.sliding === 'standard' ? '' : `&sliding=${rules.sliding}`,
  ];
  return `position=${text.replaceAll(' ', '+')}${house.join('')}`;
}

export const setupQuery = (setup: Setup): string => positionQuery(formatSetup(setup), setup.rules);

type Query = Pick<URLSearchParams, 'get'>;

/** The house rules an address tells; the standard ones where it tells none we know. */
export const rulesInUrl = (query: Query): Rules => ({
  capture: query.get('capture') === 'rank' ? 'rank' : STANDARD_RULES.capture,
  sliding: query.get('sliding') === 'not-larger' ? 'not-larger' : STANDARD_RULES.sliding,
});

/** The board an address tells; nothing when it tells none that can be read. */
export function setupInUrl(query: Query): Setup | undefined {
  const text = query.get('position');
  if (text === null || text.length > MAX_POSITION_LENGTH) return undefined;
  const read = parseSetup(text, rulesInUrl(query));
  return read.ok ? read.value : undefined;
}

/** Characters; a full board of primed pieces has some 160. */
const MAX_POSITION_LENGTH = 300;
