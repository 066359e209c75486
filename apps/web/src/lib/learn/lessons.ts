import {
  calls,
  historyOutcome,
  type Illegal,
  level,
  type Move,
  moveKind,
  type Position,
  parseSquare,
  pieceAt,
  play,
  type Side,
  type Size,
  startHistory,
} from '@terrace/rules';
import type { Exercise, MoveText } from './exercise.ts';

/** A piece in a section drawing; the index of its bar counts from the left. A ghost marks a possible target. */
export type SectionPiece = {
  readonly at: number;
  readonly side: Side;
  readonly size: Size;
  readonly t?: true;
  readonly ghost?: true;
};

export type Section = {
  readonly levels: readonly number[];
  readonly pieces: readonly SectionPiece[];
  readonly arrow?: { readonly from: number; readonly to: number };
};

export type Lesson = Exercise & {
  readonly key: LessonKey;
  readonly rules: readonly number[];
  readonly mistakes: readonly { readonly move: MoveText; readonly code: Illegal['code'] }[];
  readonly section: Section;
};

export const LESSON_KEYS = [
  'heights',
  'sizes',
  'along',
  'up',
  'down',
  'take',
  'own',
  'arrive',
  'capture',
  'call',
  'four',
] as const;
export type LessonKey = (typeof LESSON_KEYS)[number];

const goes =
  (kind: 'level' | 'up' | 'down') =>
  (before: Position, move: Move): boolean =>
    moveKind(before, move) === kind;

const takes =
  (whose: (side: Side, mover: Side) => boolean) =>
  (before: Position, { to }: Move): boolean => {
    const victim = pieceAt(before, to);
    return victim !== undefined && !(victim.t && victim.side === before.turn) && whose(victim.side, before.turn);
  };

const wins = (before: Position, move: Move): boolean => {
  const after = play(before, move);
  return after.ok && historyOutcome(startHistory(after.value))?.kind === 'win';
};

const piece = (at: number, side: Side, size: Size): SectionPiece => ({ at, side, size });
const t = (at: number, side: Side): SectionPiece => ({ at, side, size: 1, t: true });

const LESSONS_BY_KEY: Record<LessonKey, Omit<Lesson, 'key'>> = {
  heights: {
    rules: [1, 2, 3],
    position: '7T/8/8/8/8/8/8/t7 s sn 0 1',
    task: { kind: 'find', accepts: ({ size }, square) => level(size, square) === size, solution: 'a8' },
    mistakes: [],
    section: { levels: [1, 2, 3, 4, 5, 6, 7, 8], pieces: [] },
  },
  sizes: {
    rules: [4, 5],
    position: '7T/8/8/8/8/1a1b1c1d/8/t7 s sn 0 1',
    task: {
      kind: 'find',
      accepts: (position, square) => {
        const piece = pieceAt(position, square);
        return piece?.side === position.turn && piece.size === 4;
      },
      solution: 'h3',
    },
    mistakes: [],
    section: {
      levels: [1, 1, 1, 1, 1],
      pieces: [piece(0, 'south', 1), piece(1, 'south', 2), piece(2, 'south', 3), piece(3, 'south', 4), t(4, 'south')],
    },
  },
  along: {
    rules: [6],
    position: '7T/8/8/8/8/2Ab4/8/t1bc4 s sn 0 1',
    task: { kind: 'play', steps: [{ accepts: (_, { to }) => to === parseSquare(8, 'a4'), solution: 'd1-a4' }] },
    mistakes: [
      { move: 'c1-a3', code: 'blocked' },
      { move: 'd1-d3', code: 'occupied' },
      { move: 'd1-e8', code: 'across-the-centre' },
    ],
    section: {
      levels: [4, 4, 4, 4],
      pieces: [piece(0, 'south', 3), piece(1, 'south', 2), { ...piece(3, 'south', 3), ghost: true }],
      arrow: { from: 0, to: 3 },
    },
  },
  up: {
    rules: [7],
    position: '7T/8/8/8/2B5/2b5/8/t7 s sn 0 1',
    task: { kind: 'play', steps: [{ accepts: goes('up'), solution: 'c3-d4' }] },
    mistakes: [
      { move: 'c3-c4', code: 'occupied' },
      { move: 'c3-c5', code: 'two-levels' },
      { move: 'c3-e5', code: 'not-adjacent' },
    ],
    section: {
      levels: [2, 3, 4, 5],
      pieces: [piece(1, 'south', 2), { ...piece(2, 'south', 2), ghost: true }],
      arrow: { from: 1, to: 2 },
    },
  },
  down: {
    rules: [8],
    position: '7T/6B1/3C4/8/4c3/8/2d5/t7 s sn 0 1',
    task: {
      kind: 'play',
      steps: [
        {
          accepts: (before, move) => move.from === parseSquare(8, 'e4') && goes('down')(before, move),
          solution: 'e4-d4',
        },
      ],
    },
    mistakes: [
      { move: 'e4-f5', code: 'down-diagonal-only-captures' },
      { move: 'e4-f6', code: 'two-levels' },
      { move: 'e4-e6', code: 'not-adjacent' },
    ],
    section: {
      levels: [6, 5, 4, 3],
      pieces: [piece(1, 'south', 3), { ...piece(2, 'south', 3), ghost: true }],
      arrow: { from: 1, to: 2 },
    },
  },
  take: {
    rules: [9],
    position: '7T/8/8/4BB2/4c3/3D4/8/t7 s sn 0 1',
    task: { kind: 'play', steps: [{ accepts: takes((side, mover) => side !== mover), solution: 'e4-f5' }] },
    mistakes: [
      { move: 'e4-e5', code: 'occupied' },
      { move: 'e4-d3', code: 'larger-than-you' },
    ],
    section: { levels: [6, 5, 4, 3], pieces: [piece(1, 'south', 3), piece(2, 'north', 2)], arrow: { from: 1, to: 2 } },
  },
  own: {
    rules: [9],
    position: '7T/8/8/5a2/4c3/3d4/8/t7 s sn 0 1',
    task: { kind: 'play', steps: [{ accepts: takes((side, mover) => side === mover), solution: 'e4-f5' }] },
    mistakes: [{ move: 'e4-d3', code: 'larger-than-you' }],
    section: { levels: [6, 5, 4, 3], pieces: [piece(1, 'south', 3), piece(2, 'south', 1)], arrow: { from: 1, to: 2 } },
  },
  arrive: {
    rules: [12, 13],
    position: '8/6t1/1B6/8/8/8/3T4/8 s sn 0 1',
    task: {
      kind: 'play',
      steps: [
        { accepts: goes('level'), solution: 'g7-g8', reply: 'b6-c6' },
        { accepts: wins, solution: 'g8-h8' },
      ],
    },
    mistakes: [{ move: 'g7-h8', code: 'down-diagonal-only-captures' }],
    section: {
      levels: [4, 3, 2, 1],
      pieces: [t(2, 'south'), { ...t(3, 'south'), ghost: true }],
      arrow: { from: 2, to: 3 },
    },
  },
  capture: {
    rules: [14],
    position: '8/5cT1/5b2/8/8/8/8/t7 s sn 0 1',
    task: { kind: 'play', steps: [{ accepts: wins, solution: 'f6-g7' }] },
    mistakes: [{ move: 'f7-g7', code: 'occupied' }],
    section: { levels: [4, 3, 2, 1], pieces: [piece(1, 'south', 2), t(2, 'north')], arrow: { from: 1, to: 2 } },
  },
  call: {
    rules: [18, 19],
    position: '6cT/5d2/1B4b1/8/8/8/8/t7 s sn 0 1',
    task: {
      kind: 'play',
      steps: [
        {
          accepts: (before, move) => {
            const after = play(before, move);
            return after.ok && calls(after.value).mate;
          },
          solution: 'g8-g7',
        },
      ],
    },
    mistakes: [{ move: 'g8-h8', code: 'occupied' }],
    section: { levels: [4, 3, 2, 1], pieces: [piece(2, 'south', 3), t(3, 'north')], arrow: { from: 2, to: 3 } },
  },
  four: {
    rules: [11, 14],
    position: "4c'1t'1/D'6T/C'7/7B/B'7/2b5/1T'6/1t3c2 s swne 0 1",
    task: { kind: 'play', steps: [{ accepts: takes((side) => side === 'west'), solution: 'c3-b2' }] },
    mistakes: [
      { move: 'c3-e3', code: 'two-levels' },
      { move: 'c3-a2', code: 'not-adjacent' },
    ],
    section: { levels: [4, 3, 2, 1], pieces: [piece(1, 'south', 2), t(2, 'west')], arrow: { from: 1, to: 2 } },
  },
};

export const LESSONS: readonly Lesson[] = LESSON_KEYS.map((key) => ({ key, ...LESSONS_BY_KEY[key] }));
