/** Indexes of the evaluation's terms. */
export const MATERIAL: i32 = 0; // by size, 1 to 4
export const HEIGHT: i32 = 5; // by level
export const MOBILITY: i32 = 6; // by reachable vacant square
export const HUNT: i32 = 7; // by moves until a piece attacks the opponent's T, 0 to 5
export const EXPOSED: i32 = 13; // by the square of the number of pieces that attack it within two moves
export const RACE: i32 = 14; // by moves of the T to its goal, 0 to 15
export const SAFE_STEPS: i32 = 30; // by safe moves of the T, 0 to 4
export const LOOSE: i32 = 35; // percent of the value of an attacked piece without a defender
export const CAPTIVE: i32 = 36; // percent of the value of an attacked piece with a defender
export const TEMPO: i32 = 37;
const COUNT: i32 = 38;

const TERMS = new StaticArray<i32>(COUNT);

export function term(index: i32): i32 {
  return unchecked(TERMS[index]);
}

// biome-ignore format: a table
const BALANCED: StaticArray<i32> = [
  0, 106, 155, 200, 340, // material
  -3, // height
  3, // mobility
  118, 54, 6, 14, 3, 2, // hunt
  10, // exposed
  900, 315, 180, 92, 83, 70, 45, 50, 20, 18, 10, 5, 2, 0, 0, 0, // race
  -146, -60, -2, 2, 6, // safe steps
  17, 15, 37, // loose, captive, tempo
];

/** Chooses a style, which changes some terms of the balanced one: 0 balanced, 1 a hunter of the T, 2 a racer to the goal, 3 a hoarder of pieces. */
export function choose(style: i32): void {
  for (let i = 0; i < COUNT; i++) unchecked((TERMS[i] = BALANCED[i]));
  if (style === 1) {
    scale(HUNT, EXPOSED, 220);
    scale(MATERIAL, HEIGHT - 1, 80);
  }
  if (style === 2) scale(RACE, SAFE_STEPS - 1, 250);
  if (style === 3) {
    scale(MATERIAL, HEIGHT - 1, 180);
    scale(HUNT, EXPOSED, 50);
  }
}

function scale(first: i32, last: i32, percent: i32): void {
  for (let i = first; i <= last; i++) unchecked((TERMS[i] = (TERMS[i] * percent) / 100));
}
