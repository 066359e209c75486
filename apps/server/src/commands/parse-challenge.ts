import { commandsMessages } from '@terrace/messages/commands';
import {
  DAY_MS,
  HOUR_MS,
  isCorrespondence,
  MAX_BANK_INCREMENT_MS,
  MAX_BANK_MS,
  MAX_INCREMENT_MS,
  MAX_INITIAL_MS,
  MAX_PER_MOVE_MS,
  MINUTE_MS,
  SECOND_MS,
  Settings,
} from '@terrace/protocol';
import { err, isSetupName, ok, type Result, SETUPS, type SetupName } from '@terrace/rules';
import type { CommandArgs } from './grammar.ts';

/** The default setup by number of players. */
const DEFAULT_SETUPS: Readonly<Record<number, SetupName>> = { 2: 'long', 3: 'three', 4: 'four' };

/** As the last of three names, these are the setup of a two-player game. */
const SETUP_NAMES_AT_END = new Set<string>(['long', 'short', 'medium']);

const TIME_RANGE = {
  days: MAX_PER_MOVE_MS / DAY_MS,
  bank: MAX_BANK_MS / DAY_MS,
  hours: MAX_BANK_INCREMENT_MS / HOUR_MS,
  minutes: MAX_INITIAL_MS / MINUTE_MS,
  seconds: MAX_INCREMENT_MS / SECOND_MS,
};

type Challenge = CommandArgs['challenge'];
type Options = Pick<Challenge, 'rules' | 'time' | 'rated'> & {
  readonly setup: SetupName | undefined;
  /** The time zone whose weekends do not count. */
  readonly weekendsOff: string | undefined;
};

/** The error is a sentence for the sender; undefined if the syntax explains it. */
export function parseChallenge(tokens: readonly string[]): Result<Challenge, string | undefined> {
  const names = tokens.filter((token) => !token.startsWith('-'));
  let options: Options = {
    setup: undefined,
    rules: { capture: 'standard', sliding: 'standard' },
    time: null,
    rated: false,
    weekendsOff: undefined,
  };
  for (const token of tokens.filter((each) => each.startsWith('-'))) {
    const parsed = parseOption(options, token.slice(1));
    if (!parsed.ok) return parsed;
    options = parsed.value;
  }
  const third = names[2]?.toLowerCase() ?? '';
  const isSetupLast =
    names.length === 3 && options.setup === undefined && isSetupName(third) && SETUP_NAMES_AT_END.has(third);
  const users = isSetupLast ? names.slice(0, 2) : names;
  const setup = isSetupLast ? third : (options.setup ?? DEFAULT_SETUPS[users.length]);
  if (setup === undefined) return err(undefined);
  const { players } = SETUPS[setup];
  const time = withWeekendsOff(options);
  if (!time.ok) return time;
  return players === users.length
    ? ok({ users, setup, rules: options.rules, time: time.value, rated: options.rated })
    : err(commandsMessages().problems.setupPlayers({ setup, players, named: users.length }));
}

function withWeekendsOff({ time, weekendsOff }: Options): Result<Challenge['time'], string> {
  if (weekendsOff === undefined) return ok(time);
  const checked = isCorrespondence(time) ? Settings.shape.time.safeParse({ ...time, weekendsOff }) : undefined;
  return checked?.success ? ok(checked.data) : err(commandsMessages().problems.weekends);
}

function parseOption(options: Options, written: string): Result<Options, string> {
  const option = written.toLowerCase();
  if (option.startsWith('weekends=')) return ok({ ...options, weekendsOff: written.slice('weekends='.length) });
  if (isSetupName(option)) {
    return options.setup === undefined ? ok({ ...options, setup: option }) : err(commandsMessages().problems.twoSetups);
  }
  if (option === 'rated') return ok({ ...options, rated: true });
  if (option === 'rank') return ok({ ...options, rules: { ...options.rules, capture: 'rank' } });
  if (option === 'notlarger') return ok({ ...options, rules: { ...options.rules, sliding: 'not-larger' } });
  const time = parseTime(option);
  if (time === undefined) return err(commandsMessages().problems.noOption({ option: option.slice(0, 20) }));
  if (options.time !== null) return err(commandsMessages().problems.twoTimes);
  const checked = Settings.shape.time.safeParse(time);
  return checked.success
    ? ok({ ...options, time: checked.data })
    : err(commandsMessages().problems.timeRange(TIME_RANGE));
}

/** `days=N` per move, `bank=D+H` in days and hours, or `time=M+S` in minutes and seconds. Undefined for any other option. */
function parseTime(option: string): Challenge['time'] | undefined {
  const [, days] = /^days=(\d{1,3})$/.exec(option) ?? [];
  if (days !== undefined) return { kind: 'days', perMoveMs: Number(days) * DAY_MS };
  const [, bank, hours] = /^bank=(\d{1,2})\+(\d{1,3})$/.exec(option) ?? [];
  if (bank !== undefined) return { kind: 'bank', bankMs: Number(bank) * DAY_MS, incrementMs: Number(hours) * HOUR_MS };
  const [, minutes, seconds] = /^time=(\d{1,3})\+(\d{1,3})$/.exec(option) ?? [];
  if (minutes === undefined) return undefined;
  return { kind: 'clock', initialMs: Number(minutes) * MINUTE_MS, incrementMs: Number(seconds) * SECOND_MS };
}
