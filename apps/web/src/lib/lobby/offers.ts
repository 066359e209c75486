import type { Settings } from '@terrace/protocol';
import { SETUPS, type SetupName } from '@terrace/rules';
import { words } from '#lib/words/words.ts';

const MINUTE = 60_000;
const SECOND = 1000;

/** The times on offer, by key; null is no clock. */
export const times = {
  '3+2': { kind: 'clock', initialMs: 3 * MINUTE, incrementMs: 2 * SECOND },
  '5+3': { kind: 'clock', initialMs: 5 * MINUTE, incrementMs: 3 * SECOND },
  '10+5': { kind: 'clock', initialMs: 10 * MINUTE, incrementMs: 5 * SECOND },
  none: null,
} as const satisfies Record<string, Settings['time']>;

export type TimeKey = keyof typeof times;
const timeKeys: readonly TimeKey[] = ['3+2', '5+3', '10+5', 'none'];
export const timeChoices = timeKeys.map((value) => ({ value, label: words.time(times[value]) }));

/** The setups on offer: the two-seat ones of the usual board, until larger tables can be filled. */
const offered: readonly SetupName[] = ['long', 'short', 'medium', 'master'];
export const setupChoices = offered
  .filter((value) => SETUPS[value].players === 2)
  .map((value) => ({ value, label: words.setup[value] }));

/** A public table by the usual rules that starts when it is full. */
export const settingsOf = (setup: SetupName, time: Settings['time']): Settings => ({
  setup,
  position: null,
  rules: { capture: 'standard', sliding: 'standard' },
  time,
  rated: false,
  seen: 'public',
  starts: 'full',
});

export const sideChoices = [
  { value: 'any', label: words.lobby.anySide },
  { value: 'south', label: words.side.south },
  { value: 'north', label: words.side.north },
] as const;
export type SideKey = (typeof sideChoices)[number]['value'];
