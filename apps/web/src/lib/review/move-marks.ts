import type { MoveClass, Review } from '@terrace/protocol';

/** Signs of moves that cost something, as chess books have them; a missed win is a question. */
export const MARKS: Readonly<Record<MoveClass, string>> = {
  best: '',
  good: '',
  slip: '?!',
  blunder: '??',
  'missed-win': '?',
};

/** Whether a move is marked in lists and graphs. */
export const isNotable = (kind: MoveClass): boolean => MARKS[kind] !== '';

/** The worst first. */
const GRAVITY: readonly MoveClass[] = ['blunder', 'missed-win', 'slip'];

/**
 * The marked moves whose signs stand apart in a line: of signs that would lie over each other the worst is kept, and the
 * earliest of those alike. `apart`: in moments.
 */
export function marksApart(moves: Review['moves'], apart: number): Review['moves'] {
  const kept: Review['moves'][number][] = [];
  for (const kind of GRAVITY) {
    for (const move of moves) {
      if (move.class === kind && kept.every(({ moment }) => Math.abs(moment - move.moment) >= apart)) kept.push(move);
    }
  }
  return kept;
}
