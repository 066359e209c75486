import {
  type CorrespondenceTime,
  DAY_MS,
  HOUR_MS,
  isCorrespondence,
  MINUTE_MS,
  SECOND_MS,
  type Settings,
  type TimeControl,
} from '@terrace/protocol';
import { messages } from './generated/messages.ts';

/** A time control. @param style `long` names the units and fits into a sentence */
export function timeText(control: TimeControl | null, style: 'short' | 'long' = 'short'): string {
  const { time } = messages;
  if (control === null) return style === 'long' ? time.noneInLine : time.none;
  if (isCorrespondence(control)) return correspondenceText(control);
  const clock = { given: minutesText(control.initialMs), seconds: control.incrementMs / SECOND_MS };
  return style === 'long' ? time.clockLong(clock) : time.clock(clock);
}

function correspondenceText(control: CorrespondenceTime): string {
  const { time } = messages;
  const text =
    control.kind === 'days'
      ? time.days({ days: control.perMoveMs / DAY_MS })
      : time.bank({ days: control.bankMs / DAY_MS, gain: gainText(control.incrementMs) });
  return control.weekendsOff === undefined ? text : time.weekendsOff({ time: text });
}

const gainText = (ms: number): string =>
  ms > 0 && ms % DAY_MS === 0
    ? messages.time.gainDays({ days: ms / DAY_MS })
    : messages.time.gain({ hours: ms / HOUR_MS });

/** An initial time in minutes, `5`, with seconds if there are any, `0:24`. */
export function minutesText(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / MINUTE_MS), Math.round((ms % MINUTE_MS) / SECOND_MS)];
  return seconds === 0 ? String(minutes) : `${minutes}:${String(seconds).padStart(2, '0')}`;
}

/** The house rules that differ from the standard; empty for the standard rules. */
export function houseRules({ capture, sliding }: Settings['rules']): string {
  const { house } = messages;
  return [house.capture[capture], house.sliding[sliding]].filter((rule) => rule !== '').join(', ');
}

/** A line with time, house rules and rating. */
export const settingsFacts = ({ time, rules, rated }: Settings): string =>
  [
    timeText(time, 'long'),
    houseRules(rules) || messages.game.standardRules,
    rated ? messages.common.rated : messages.game.casual,
  ].join(' · ');
