import { cellOf, layOut } from './board';
import { evaluate as evaluateFor } from './evaluate';
import { forgetEvaluations } from './evaluations';
import { writeFeatures } from './features';
import { generate as generateInto } from './generate';
import { DRAWN, KEY, LINE, MOVES, OUTPUT, OVER, POSITION_BYTES, T_KIND, WINNER } from './layout';
import { fillNearT } from './near-t';
import { clear as clearOrder } from './order';
import { isOver, perftBelow } from './perft';
import { clear as clearPosition, play, put as putPiece, setTurn as setTurnOf } from './position';
import { fillDistances } from './race';
import { forget, isRepeated, remember as rememberKey } from './repetition';
import { clear as clearEntries } from './table';
import { moveInSquares } from './think';
import { chooseWeights, fillPlaces, setFittedWeight, WEIGHT_COUNT } from './weights';

export { endEasySearches } from './easy';
export { setNoise as setStrength } from './evaluate';
export { forget } from './repetition';
export { playAgainstEach } from './rivals';
export { setTechniques } from './techniques';
export { setContempt } from './terminal';
export { think as search } from './think';
export { fittedWeight as weight } from './weights';

let placesAreStale: bool = false;

/** The address of the 32-bit words that `generate` and `search` write. */
export function output(): usize {
  return OUTPUT;
}

/** Clears the position. @param size squares per edge @param seats bit set of the sides at the start of the game */
export function configure(size: i32, rankCapture: i32, notLarger: i32, seats: i32): void {
  const newRules = layOut(size, rankCapture !== 0, notLarger !== 0, seats);
  const newWeights = chooseWeights(seats);
  if (newRules || newWeights || placesAreStale) {
    placesAreStale = false;
    fillDistances();
    fillNearT();
    fillPlaces();
    forgetEvaluations();
    clearTable();
  }
  clearBoard();
  forget();
}

export function clearBoard(): void {
  clearPosition(LINE);
}

/** Places a piece on a vacant square. @param square 0-based, a1 = 0 @param size 1 to 4 */
export function put(square: i32, side: i32, size: i32, isT: i32): void {
  putPiece(LINE, side, isT ? T_KIND : size - 1, cellOf(square));
}

/** Completes a position after its pieces are placed. @param ply number of the next move */
export function setTurn(turn: i32, sidesIn: i32, quiet: i32, ply: i32): void {
  setTurnOf(LINE, turn, sidesIn, quiet, ply);
}

/** Adds the position to the history for repetition (R16). */
export function remember(): void {
  rememberKey(load<u64>(LINE, KEY));
}

/** Clears the transposition table, so that an answer depends only on the game. */
export function clearTable(): void {
  clearEntries();
  clearOrder();
}

/** Writes all legal moves as `from | to << 8`. @returns their number, 0 after the end of the game */
export function generate(): i32 {
  if (isOver(LINE) || isRepeated(LINE)) return 0;
  const count = <i32>((generateInto(LINE, MOVES) - MOVES) >> 3);
  for (let i = 0; i < count; i++)
    store<i32>(OUTPUT + ((<usize>i) << 2), moveInSquares(load<i32>(MOVES + ((<usize>i) << 3))));
  return count;
}

/** How the game ended: 0 not yet, 1 arrival, 2 last side in, 3 draw (R13 to R16). */
export function over(): i32 {
  const how = load<i32>(LINE, OVER);
  return how ? how : generate() === 0 ? DRAWN : 0;
}

/** The winning side, or -1. */
export function winner(): i32 {
  return load<i32>(LINE, OVER) ? load<i32>(LINE, WINNER) : -1;
}

/** Plays a legal move by squares and adds the position before it to the history. */
export function playMove(from: i32, to: i32): void {
  remember();
  const after = play(LINE, cellOf(from) | (cellOf(to) << 6));
  memory.copy(LINE, after, POSITION_BYTES);
}

export function perft(depth: i32): f64 {
  return perftBelow(LINE, depth);
}

export function evaluate(side: i32): i32 {
  return evaluateFor(LINE, side);
}

export function featureCount(): i32 {
  return WEIGHT_COUNT;
}

/** Writes the count of each weight for a side. @returns the phase, up to 32 */
export function features(side: i32): i32 {
  return writeFeatures(LINE, side);
}

/** Changes a weight for measurements, from the next `configure` on. */
export function setWeight(set: i32, index: i32, phase: i32, value: i32): void {
  setFittedWeight(set, index, phase, value);
  placesAreStale = true;
}
