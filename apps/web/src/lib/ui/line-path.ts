const tenth = (n: number) => Math.round(10 * n) / 10;

/** SVG path data. */
export const linePath = (points: readonly { readonly x: number; readonly y: number }[]): string =>
  points.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${tenth(x)} ${tenth(y)}`).join('');
