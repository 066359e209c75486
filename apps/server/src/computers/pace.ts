import { currentPosition, type GameState, remainingMs } from '@terrace/game';
import { type RatingKind, ratingKindOf, type Strength } from '@terrace/protocol';

export type Pace = {
  /** When to answer, unless the search takes longer. */
  readonly replyMs: number;
  readonly searchMs: number;
  readonly urgent: boolean;
};

/** The natural pause of the weakest computer, and its increase per strength. */
const PAUSE_MS = 600;
const PAUSE_PER_STRENGTH_MS = 150;

/** The pause varies by up to this fraction. */
const VARIATION = 0.35;

/** Factors of the pause, larger in longer games. */
const KIND_FACTOR: Readonly<Record<RatingKind, number>> = {
  bullet: 0.5,
  blitz: 1,
  rapid: 1.3,
  classical: 1.6,
  days: 1.6,
  three: 1,
  four: 1,
};

const SENDING_MS = 20;

/** The shortest search if the clock allows it. Weak computers finish earlier. */
const MIN_SEARCH_MS = 400;

/** The largest fractions of the remaining time and of the increment for one move. */
const CLOCK_SHARE = 1 / 40;
const INCREMENT_SHARE = 0.6;

/** The largest fraction of the remaining time, for any increment. */
const MAX_CLOCK_SHARE = 1 / 5;

/** With less time than this, a computer does not pause, and its search gets this fraction of the remaining time. */
const URGENT_BELOW_MS = 125;
const URGENT_CLOCK_SHARE = 1 / 1000;

/** A pause like a person's, but short enough that the clock never runs out. `chance` from 0 to 1 varies it. */
export function paceOf(state: GameState, strength: Strength, now: number, chance: number): Pace {
  const kind = ratingKindOf(state.settings, 2);
  const usual = PAUSE_MS + PAUSE_PER_STRENGTH_MS * (strength - 1);
  const opening = currentPosition(state).ply <= state.seats.length ? 0.7 : 1;
  const pause = usual * (kind === null ? 1 : KIND_FACTOR[kind]) * opening * (1 + VARIATION * (2 * chance - 1));
  const left = remainingMs(state, currentPosition(state).turn, now);
  const share = clockShare(state, left);
  if (left !== null && share < URGENT_BELOW_MS) {
    return { replyMs: 0, searchMs: left * URGENT_CLOCK_SHARE, urgent: true };
  }
  const replyMs = Math.min(pause, share);
  return { replyMs, searchMs: Math.min(Math.max(replyMs - SENDING_MS, MIN_SEARCH_MS), share), urgent: false };
}

/** The time for this move on the mover's clock, in ms; infinity if no clock is running. */
function clockShare({ settings: { time } }: GameState, left: number | null): number {
  if (left === null || time === null) return Number.POSITIVE_INFINITY;
  const increment = time.kind === 'clock' ? time.incrementMs : 0;
  return Math.min(left * CLOCK_SHARE + increment * INCREMENT_SHARE, left * MAX_CLOCK_SHARE);
}
