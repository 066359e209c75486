import type { MoveClass } from '@terrace/protocol';

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
