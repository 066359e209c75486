type Point = readonly [x: number, y: number];

/** Merges neighbours, so no hairline shows. `inside(i, j)` tests the rectangle between lines i, i+1 and j, j+1. */
export function outline(
  xs: readonly number[],
  ys: readonly number[],
  inside: (i: number, j: number) => boolean,
): string {
  const width = xs.length - 1;
  const height = ys.length - 1;
  const has = (i: number, j: number) => i >= 0 && j >= 0 && i < width && j < height && inside(i, j);
  const next = new Map<string, Point[]>();
  const edge = (from: Point, to: Point) => next.set(`${from}`, [...(next.get(`${from}`) ?? []), to]);

  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      if (!has(i, j)) continue;
      if (!has(i, j - 1)) edge([i, j], [i + 1, j]);
      if (!has(i + 1, j)) edge([i + 1, j], [i + 1, j + 1]);
      if (!has(i, j + 1)) edge([i + 1, j + 1], [i, j + 1]);
      if (!has(i - 1, j)) edge([i, j + 1], [i, j]);
    }
  }

  const at = ([i, j]: Point) => `${xs[i]} ${ys[j]}`;
  const loops: string[] = [];
  for (const [key, ends] of next) {
    while (ends.length > 0) loops.push(`M${corners(walk(key, next)).map(at).join('L')}Z`);
  }
  return loops.join('');
}

/** Follows and removes edges from `start` until the loop closes; where two loops meet, turning right separates them. */
function walk(start: string, next: Map<string, Point[]>): Point[] {
  const [x = 0, y = 0] = start.split(',').map(Number);
  const loop: Point[] = [[x, y]];
  let here: Point = [x, y];
  let heading: Point = [0, 0];
  do {
    const ends = next.get(`${here}`) ?? [];
    const right = ends.findIndex((end) => end[0] - here[0] === -heading[1] && end[1] - here[1] === heading[0]);
    const [to] = ends.splice(Math.max(right, 0), 1);
    if (to === undefined) break;
    heading = [to[0] - here[0], to[1] - here[1]];
    here = to;
    loop.push(here);
  } while (`${here}` !== start);
  return loop.slice(0, -1);
}

function corners(loop: readonly Point[]): Point[] {
  return loop.filter((point, n) => {
    const before = loop.at(n - 1) ?? point;
    const after = loop[(n + 1) % loop.length] ?? point;
    return before[0] !== after[0] && before[1] !== after[1];
  });
}
