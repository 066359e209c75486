import type { MoveKind } from '@terrace/rules';
import type { Point } from './geometry.ts';

export const EASE = 'cubic-bezier(.2, .8, .2, 1)';
export const VANISH_MS = 140;
const STEP_MS = 160;
const CLIMB_MS = 220;
const PER_SQUARE_MS = 60;
const LONGEST_MS = 320;

export function moveDuration(kind: MoveKind, squares: number): number {
  if (kind === 'up' || kind === 'down') return CLIMB_MS;
  return Math.min(Math.max(PER_SQUARE_MS * (squares - 1), STEP_MS), LONGEST_MS);
}

/** Keyframes along a move's path to the piece's current position; each leg takes its share of the time. */
export function moveKeyframes(kind: MoveKind, path: readonly Point[]): Keyframe[] {
  const home = path.at(-1);
  if (home === undefined) return [];
  const lengths = path.map((point, n) => {
    const before = path[n - 1] ?? point;
    return Math.hypot(point.x - before.x, point.y - before.y);
  });
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let run = 0;
  const frames = path.map((point, n) => {
    run += lengths[n] ?? 0;
    return {
      offset: total === 0 ? n / Math.max(path.length - 1, 1) : Math.min(run / total, 1),
      transform: `translate(${point.x - home.x}px, ${point.y - home.y}px)`,
    };
  });
  if (kind !== 'up' && kind !== 'down') return frames;
  const [first] = path;
  const half = first === undefined ? '' : `translate(${(first.x - home.x) / 2}px, ${(first.y - home.y) / 2}px)`;
  return [
    { offset: 0, transform: `${frames[0]?.transform ?? ''} scale(1)` },
    { offset: 0.5, transform: `${half} scale(1.08)` },
    { offset: 1, transform: 'translate(0px, 0px) scale(1)' },
  ];
}
