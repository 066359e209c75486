import type { Side } from '@terrace/rules';
import { owned } from './pieces.ts';
import { side } from './seats.ts';

export const board = {
  label: 'Terrace-Brett',
  level: (level: number) => `Stufe ${level}`,
  empty: 'leer',
  piece: owned,
  selected: 'ausgewählt',
  movable: 'kann ziehen',
  target: {
    level: 'Ziel, gleiche Stufe',
    up: 'Ziel, eine hinauf',
    down: 'Ziel, eine hinab',
    capture: 'Ziel, schlagen',
  },
};

/** The four kinds of move. */
export const signs = {
  level: 'gleich hoch',
  up: 'eine hinauf',
  down: 'eine hinab',
  capture: 'schlagen',
  short: { level: 'gleich', up: 'hinauf', down: 'hinab', capture: 'schlagen' },
  label: 'Die vier Zeichen',
};

/** A move, for those who hear it. */
export const spoken = {
  move: (mover: Side, name: string, how: string) => `${side[mover]}: ${name} ${how}.`,
  level: (to: string) => `entlang nach ${to}`,
  up: (to: string) => `hinauf nach ${to}`,
  down: (to: string) => `hinab nach ${to}`,
  capture: (to: string, victim: string) => `schlägt ${victim} auf ${to}`,
};
