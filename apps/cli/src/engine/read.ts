import { type Limits, STRENGTH_TABLE } from '@terrace/engine';
import {
  err,
  isSetupName,
  ok,
  type Position,
  parsePosition,
  type Result,
  type Rules,
  SETUP_NAMES,
  startPosition,
} from '@terrace/rules';

/** Texts of refusals, loaded on demand because they would double the start time. */
export const sentences = () => import('@terrace/messages');

const TEXT_FIELDS = 5;

/** Reads a setup's name or a position text, then house rules, then optionally a result as printed by `state`. */
export async function readStart(words: readonly string[]): Promise<Result<Position, string>> {
  const [first = ''] = words;
  if (first === '') return err(`Give a position text or a setup: ${SETUP_NAMES.join(', ')}.`);
  const fields = first.includes('/') ? TEXT_FIELDS : 1;
  const rules = readRules(words.slice(fields));
  if (!rules.ok) return rules;
  if (isSetupName(first)) return ok(startPosition(first, rules.value));
  if (fields === 1) return err(`Unknown setup ${first.slice(0, 40)}. The setups are ${SETUP_NAMES.join(', ')}.`);
  const position = parsePosition(words.slice(0, fields).join(' '), rules.value);
  return position.ok ? position : err((await sentences()).positionRefusalText(position.error));
}

function readRules(words: readonly string[]): Result<Rules, string> {
  let capture: Rules['capture'] = 'standard';
  let sliding: Rules['sliding'] = 'standard';
  for (let at = 0; at < words.length && words[at] !== 'result'; at += 2) {
    const [name = '', value = ''] = words.slice(at, at + 2);
    if (name === 'capture' && (value === 'standard' || value === 'rank')) capture = value;
    else if (name === 'sliding' && (value === 'standard' || value === 'not-larger')) sliding = value;
    else return err('Only capture standard|rank and sliding standard|not-larger may follow the position.');
  }
  return ok({ capture, sliding });
}

/** Limits by their names in the command, with their keys in `Limits` and their maximum values. */
const LIMITS = {
  depth: { key: 'depth', most: 100 },
  nodes: { key: 'nodes', most: 1e12 },
  movetime: { key: 'timeMs', most: 86_400_000 },
  lines: { key: 'lines', most: 64 },
} as const satisfies Record<string, { key: keyof Limits; most: number }>;

/** Reads limits such as `depth 9 movetime 500`, in any order, each at most once. */
export function readLimits(words: readonly string[]): Result<Limits, string> {
  const limits: { -readonly [Name in keyof Limits]: number } = {};
  for (let at = 0; at < words.length; at += 2) {
    const name = words[at] ?? '';
    if (!isLimit(name)) return err(`go accepts ${Object.keys(LIMITS).join(', ')}, not ${name.slice(0, 40)}.`);
    const { key, most } = LIMITS[name];
    const value = readNumber(name, words.slice(at + 1, at + 2), 1, most);
    if (!value.ok) return value;
    if (limits[key] !== undefined) return err(`${name} is given twice.`);
    limits[key] = value.value;
  }
  return ok(limits);
}

const isLimit = (text: string): text is keyof typeof LIMITS => Object.hasOwn(LIMITS, text);

/** Reads the only argument of a command or limit as a whole number. */
export function readNumber(
  name: string,
  words: readonly string[],
  least: number,
  most: number,
): Result<number, string> {
  const [text = ''] = words;
  const value = /^\d{1,15}$/.test(text) && words.length === 1 ? Number(text) : -1;
  return value >= least && value <= most ? ok(value) : err(`${name} requires a whole number from ${least} to ${most}.`);
}

export function readStrength(words: readonly string[]): Result<number, string> {
  const text = words.join(' ').toLowerCase();
  const index = STRENGTH_TABLE.findIndex(({ name }, place) => text === name || text === String(place + 1));
  const names = STRENGTH_TABLE.map(({ name }) => name).join(', ');
  return index < 0 ? err(`The levels are 1 to ${STRENGTH_TABLE.length}, or ${names}.`) : ok(index + 1);
}
