import type { MoveClass, Review } from '@terrace/protocol';

/** Signs for mistakes, as in chess books; a missed win gets a question mark. */
export const MARKS: Readonly<Record<MoveClass, string>> = {
  best: '',
  good: '',
  slip: '?!',
  blunder: '??',
  'missed-win': '?',
};

export const isNotable = (kind: MoveClass): boolean => MARKS[kind] !== '';

/** Worst first. */
const GRAVITY: readonly MoveClass[] = ['blunder', 'missed-win', 'slip'];

/** Of overlapping signs the worst is kept, then the earliest. `apart`: minimum distance in moves. */
export function marksApart(moves: Review['moves'], apart: number): Review['moves'] {
  const kept: Review['moves'][number][] = [];
  for (const kind of GRAVITY) {
    for (const move of moves) {
      if (move.class === kind && kept.every(({ moment }) => Math.abs(moment - move.moment) >= apart)) kept.push(move);
    }
  }
  return kept;
}
