import { type Position, parsePosition } from '@terrace/rules';

/** Figures of the rules page, as position text (R24), by section. */
const FIGURES = {
  board: '7T/8/8/8/8/8/8/t7 s sn 0 1',
  pieces: 'DDCCBBAT/AABBCCDD/8/8/8/8/ddccbbaa/tabbccdd s sn 0 1',
  moves: '7T/8/8/5B2/4c3/8/8/t7 s sn 0 1',
  turns: "1d'c'c'b'b't'1/D'6T/C'6B/C'6B/B'6C/B'6C/T'6D/1tbbccd1 s swne 0 1",
  end: '6t1/8/1B6/8/8/8/3T4/8 s sn 0 1',
  calls: '7T/5dc1/1B4b1/8/8/8/8/t7 n sn 0 2',
} as const;

export type FigureKey = keyof typeof FIGURES;

export const isFigure = (key: string): key is FigureKey => Object.hasOwn(FIGURES, key);

/** @throws on invalid position text, which the tests rule out */
export function figure(key: FigureKey): Position {
  const read = parsePosition(FIGURES[key]);
  if (!read.ok) throw new Error(`the figure ${key} has invalid position text: ${read.error.code}`);
  return read.value;
}
