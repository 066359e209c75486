import { messages } from '@terrace/messages';
import { COMPUTER_TIMES, DAY_MS, DEFAULT_SETTINGS, MINUTE_MS, SECOND_MS, type Settings } from '@terrace/protocol';
import { SETUP_NAMES, SETUPS, type SetupName } from '@terrace/rules';

export const times = {
  '3+2': { kind: 'clock', initialMs: 3 * MINUTE_MS, incrementMs: 2 * SECOND_MS },
  '5+3': DEFAULT_SETTINGS.time,
  '10+5': { kind: 'clock', initialMs: 10 * MINUTE_MS, incrementMs: 5 * SECOND_MS },
  days: { kind: 'days', perMoveMs: 3 * DAY_MS },
  none: null,
} as const satisfies Record<string, Settings['time']>;

export type TimeKey = keyof typeof times;
const timeKeys: readonly TimeKey[] = ['3+2', '5+3', '10+5', 'days', 'none'];
export const timeChoices = () => timeKeys.map((value) => ({ value, label: messages.lobby.times[value] }));

export const clockTimes = [times['3+2'], times['5+3'], times['10+5']];

/** The times for games against computers, as stored in `Preferences`. */
export const computerTimeChoices = () => COMPUTER_TIMES.map((value) => ({ value, label: messages.lobby.times[value] }));

/** Options for a `Select` of all named setups, fewer seats first. */
export const setupGroups = () =>
  [
    { label: messages.common.twoSeats, setups: setupsWith(({ players, size }) => size === 8 && players === 2) },
    { label: messages.common.moreSeats, setups: setupsWith(({ players, size }) => size === 8 && players > 2) },
    { label: messages.ownTable.smallBoard, setups: setupsWith(({ size }) => size === 6) },
  ].map(({ label, setups }) => ({ label, choices: setups.map((value) => ({ value, label: messages.setup[value] })) }));

export const setupsAndCustom = () => [...setupGroups(), { value: 'custom' as const, label: messages.setup.custom }];

const setupsWith = (wanted: (setup: (typeof SETUPS)[SetupName]) => boolean): readonly SetupName[] =>
  SETUP_NAMES.filter((name) => wanted(SETUPS[name])).toSorted((a, b) => SETUPS[a].players - SETUPS[b].players);

export const settingsOf = (setup: SetupName, time: Settings['time']): Settings => ({
  ...DEFAULT_SETTINGS,
  setup,
  time,
});

export const seatsOf = (setup: SetupName) => SETUPS[setup].seats;
