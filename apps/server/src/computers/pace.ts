import { currentPosition, type GameState, remainingMs } from '@terrace/game';
import { kindOf, type RatingKind, type Strength } from '@terrace/protocol';

/** How long a computer takes over a move, in ms from when its turn came. */
export type Pace = {
  /** When it answers, unless the search takes longer. */
  readonly replyMs: number;
  readonly searchMs: number;
  /** The move is needed at once, whatever else waits. */
  readonly urgent: boolean;
};

/** A natural pause, in ms: that of the weakest, and what each further strength thinks longer. */
const PAUSE_MS = 600;
const PAUSE_PER_STRENGTH_MS = 150;

/** Pauses differ from move to move by up to this share of themselves. */
const VARIATION = 0.35;

/** In longer games one thinks longer. */
const KIND_FACTOR: Readonly<Record<RatingKind, number>> = {
  bullet: 0.5,
  blitz: 1,
  rapid: 1.3,
  classical: 1.6,
  days: 1.6,
  three: 1,
  four: 1,
};

/** Between the end of a search and the reply, in ms: what sending it takes. */
const SENDING_MS = 20;

/** A search may take so long at least where time allows, in ms: weak computers answer sooner by themselves. */
const MIN_SEARCH_MS = 400;

/** Of what is left on the clock, at most this share is used for one move, and of the increment this. */
const CLOCK_SHARE = 1 / 40;
const INCREMENT_SHARE = 0.6;

/** However large the increment, a move never uses more than this share of what is left. */
const MAX_CLOCK_SHARE = 1 / 5;

/** With less than this for a move, in ms, there is no pause, and the search takes so large a share of what is left. */
const URGENT_BELOW_MS = 125;
const URGENT_CLOCK_SHARE = 1 / 1000;

/**
 * The pace of a computer to move: that of a person who thinks a little, and on a clock never more than a small share of
 * what is left, so that a game of any length is played to its end.
 *
 * @param chance from 0 to 1, which varies the pause
 */
export function paceOf(state: GameState, strength: Strength, now: number, chance: number): Pace {
  const kind = kindOf(state.settings, 2);
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

/** What the side to move may use of its clock for this move, in ms; infinity where none runs down with the game. */
function clockShare({ settings: { time } }: GameState, left: number | null): number {
  if (left === null || time === null) return Number.POSITIVE_INFINITY;
  const increment = time.kind === 'clock' ? time.incrementMs : 0;
  return Math.min(left * CLOCK_SHARE + increment * INCREMENT_SHARE, left * MAX_CLOCK_SHARE);
}
