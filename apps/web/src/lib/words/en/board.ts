import type { Side } from '@terrace/rules';
import { owned } from './pieces.ts';
import { side } from './seats.ts';

export const board = {
  label: 'Terrace board',
  level: (level: number) => `level ${level}`,
  empty: 'empty',
  piece: owned,
  selected: 'selected',
  movable: 'can move',
  target: {
    level: 'target, same level',
    up: 'target, up one',
    down: 'target, down one',
    capture: 'target, take',
  },
};

/** The four kinds of move. */
export const signs = {
  level: 'same level',
  up: 'up one',
  down: 'down one',
  capture: 'take',
  short: { level: 'same level', up: 'up', down: 'down', capture: 'take' },
  label: 'The four signs',
};

/** A move, for those who hear it. */
export const spoken = {
  move: (mover: Side, name: string, how: string) => `${side[mover]}: ${name} ${how}.`,
  level: (to: string) => `along to ${to}`,
  up: (to: string) => `up to ${to}`,
  down: (to: string) => `down to ${to}`,
  capture: (to: string, victim: string) => `takes ${victim} on ${to}`,
};
