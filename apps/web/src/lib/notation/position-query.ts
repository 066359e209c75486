import { formatSetup, parseSetup, type Rules, type Setup, STANDARD_RULES } from '@terrace/rules';

/** The query string of a position and its house rules; blanks become `+` to keep it short. */
export function positionQuery(text: string, rules: Rules): string {
  const house = [
    rules.capture === 'standard' ? '' : `&capture=${rules.capture}`,
    rules.sliding === 'standard' ? '' : `&sliding=${rules.sliding}`,
  ];
  return `position=${text.replaceAll(' ', '+')}${house.join('')}`;
}

export const setupQuery = (setup: Setup): string => positionQuery(formatSetup(setup), setup.rules);

type Query = Pick<URLSearchParams, 'get'>;

/** The house rules in a URL; the standard rules when it has no known ones. */
export const rulesInUrl = (query: Query): Rules => ({
  capture: query.get('capture') === 'rank' ? 'rank' : STANDARD_RULES.capture,
  sliding: query.get('sliding') === 'not-larger' ? 'not-larger' : STANDARD_RULES.sliding,
});

export function setupInUrl(query: Query): Setup | undefined {
  const text = query.get('position');
  if (text === null || text.length > MAX_POSITION_LENGTH) return undefined;
  const read = parseSetup(text, rulesInUrl(query));
  return read.ok ? read.value : undefined;
}

/** In characters; a full board of primed pieces has about 160. */
const MAX_POSITION_LENGTH = 300;
