/** Strokes of the letters and digits on a board, in a box of 10 by 14, since pictures are drawn without fonts. */
const GLYPHS: Readonly<Record<string, string>> = {
  A: 'M0 14L5 0L10 14M2 9H8',
  B: 'M0 0V14H6Q10 14 10 10.5Q10 7 6 7H0M0 0H5.5Q9 0 9 3.5Q9 7 5.5 7',
  C: 'M10 2.5Q8 0 5.5 0Q0 0 0 7Q0 14 5.5 14Q8 14 10 11.5',
  D: 'M0 0V14H4Q10 14 10 7Q10 0 4 0Z',
  E: 'M9 0H0V14H9M0 7H7',
  F: 'M9 0H0V14M0 7H7',
  G: 'M10 2.5Q8 0 5.5 0Q0 0 0 7Q0 14 5.5 14Q8.5 14 10 12V8H6',
  H: 'M0 0V14M10 0V14M0 7H10',
  T: 'M0 0H10M5 0V14',
  1: 'M2 3L6 0V14',
  2: 'M0 3.5Q0 0 5 0Q10 0 10 4Q10 6.5 0 14H10',
  3: 'M0 0H9L4.5 5.5Q10 5.5 10 9.5Q10 14 5 14Q1 14 0 11.5',
  4: 'M7.5 14V0L0 10H10',
  5: 'M9 0H1L0.5 6Q2.5 5 5 5Q10 5 10 9.5Q10 14 5 14Q1 14 0 11.5',
  6: 'M8.5 0.5Q0 2 0 9Q0 14 5 14Q10 14 10 9.5Q10 5.5 5 5.5Q1 5.5 0 9',
  7: 'M0 0H10L4 14',
  8: 'M5 6.5Q0.8 6.5 0.8 3.2Q0.8 0 5 0Q9.2 0 9.2 3.2Q9.2 6.5 5 6.5Q0 6.5 0 10.2Q0 14 5 14Q10 14 10 10.2Q10 6.5 5 6.5Z',
};

/** A character around a point. @param scale 1 is 14 pixels high */
export const glyph = (character: string, x: number, y: number, scale: number, color: string): string =>
  `<path d="${GLYPHS[character.toUpperCase()] ?? ''}" transform="translate(${x - 5 * scale} ${y - 7 * scale}) scale(${scale})" fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
