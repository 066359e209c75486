import { Settings } from '@terrace/protocol';
import { err, isSetupName, ok, type Result, SETUPS, type SetupName } from '@terrace/rules';
import type { CommandArgs } from './grammar.ts';

const MINUTE = 60_000; // ms
const DAY = 24 * 60 * MINUTE;

/** Without a setup, the number of players says which. */
const USUAL: Readonly<Record<number, SetupName>> = { 2: 'long', 3: 'three', 4: 'four' };

/** As a third name among three, these are no player but the setup for the first two. */
const LAST_WORDS = new Set<string>(['long', 'short', 'medium']);

type Challenge = CommandArgs['challenge'];
type Wish = { setup: SetupName | undefined; rules: Challenge['rules']; time: Challenge['time'] };

/** Reads what follows `challenge`. The error is a sentence; nothing, when only the usage can say it. */
export function parseChallenge(words: readonly string[]): Result<Challenge, string | undefined> {
  const options = words.filter((word) => word.startsWith('-'));
  const names = words.filter((word) => !word.startsWith('-'));
  let wish: Wish = { setup: undefined, rules: { capture: 'standard', sliding: 'standard' }, time: null };
  for (const option of options) {
    const read = readOption(wish, option.slice(1).toLowerCase());
    if (!read.ok) return read;
    wish = read.value;
  }
  const third = names[2]?.toLowerCase() ?? '';
  const told = names.length === 3 && wish.setup === undefined && isSetupName(third) && LAST_WORDS.has(third);
  const users = told ? names.slice(0, 2) : names;
  const setup = told ? third : (wish.setup ?? USUAL[users.length]);
  if (setup === undefined) return err(undefined);
  const { players } = SETUPS[setup];
  return players === users.length
    ? ok({ users, setup, rules: wish.rules, time: wish.time })
    : err(`The setup ${setup} is for ${players} players. You named ${users.length}.`);
}

function readOption(wish: Wish, option: string): Result<Wish, string> {
  if (isSetupName(option)) {
    return wish.setup === undefined
      ? ok({ ...wish, setup: option })
      : err('A game has one setup. Leave the other one away.');
  }
  if (option === 'rank') return ok({ ...wish, rules: { ...wish.rules, capture: 'rank' } });
  if (option === 'notlarger') return ok({ ...wish, rules: { ...wish.rules, sliding: 'not-larger' } });
  const time = readTime(option);
  if (time === undefined) return err(`There is no option -${option.slice(0, 20)}. See help challenge.`);
  if (wish.time !== null) return err('A game has one time control. Leave the other one away.');
  const checked = Settings.shape.time.safeParse(time);
  return checked.success
    ? ok({ ...wish, time: checked.data })
    : err('Days are 1 to 14 for a move; time is up to 180 minutes, and up to 180 seconds more with every move.');
}

/** Days a move, or minutes and the seconds that every move adds; undefined for any other word. */
function readTime(option: string): Challenge['time'] | undefined {
  const [, days] = /^days=(\d{1,3})$/.exec(option) ?? [];
  if (days !== undefined) return { kind: 'days', perMoveMs: Number(days) * DAY };
  const [, minutes, seconds] = /^time=(\d{1,3})\+(\d{1,3})$/.exec(option) ?? [];
  if (minutes === undefined) return undefined;
  return { kind: 'clock', initialMs: Number(minutes) * MINUTE, incrementMs: Number(seconds) * 1000 };
}
