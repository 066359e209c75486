import { DAY_MS, HOUR_MS, SECOND_MS } from '@terrace/protocol';

const TENTHS_BELOW = 10 * SECOND_MS;
export const LOW_TIME = 20 * SECOND_MS;

const two = (n: number) => String(n).padStart(2, '0');

/** `1 d 4 h`, `1:02:03`, `6:15`, `0:09.4`. Rounds up, so that a clock never shows 0 too early. */
export function clockText(ms: number, tenths = true): string {
  if (ms >= DAY_MS) return `${Math.floor(ms / DAY_MS)} d ${Math.floor((ms % DAY_MS) / HOUR_MS)} h`;
  if (tenths && ms < TENTHS_BELOW) {
    const left = Math.ceil(ms / 100);
    return left >= 100 ? '0:10' : `0:0${Math.floor(left / 10)}.${left % 10}`;
  }
  return inSeconds(Math.ceil(ms / SECOND_MS));
}

export const remainingText = (ms: number): string => inSeconds(Math.ceil(Math.max(0, ms) / SECOND_MS));

export const elapsedText = (ms: number): string => inSeconds(Math.floor(Math.max(0, ms) / SECOND_MS));

function inSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
