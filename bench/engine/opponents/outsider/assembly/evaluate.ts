import { DOWNS, goalOf, LEVELS, MOVES_BETWEEN, MOVES_TO_ATTACK, NONE, UPS, WAYS, WIDTH } from './board';
import { BOARD, COUNTS, PIECES, sideOf, sizeOf, T_SQUARES, turn } from './game';
import { captorOf } from './moves';
import { CAPTIVE, EXPOSED, HEIGHT, HUNT, LOOSE, MATERIAL, MOBILITY, RACE, SAFE_STEPS, TEMPO, term } from './terms';

/** The evaluation for the side to move, in hundredths of the smallest piece. */
export function evaluate(): i32 {
  return evaluateSide(turn) - evaluateSide(turn ^ 1) + term(TEMPO);
}

function evaluateSide(side: i32): i32 {
  const foeT = unchecked(T_SQUARES[side ^ 1]);
  let score = evaluateT(side);
  let hunters = 0;
  const count = unchecked(COUNTS[side]);
  for (let i = 0; i < count; i++) {
    const square = unchecked(PIECES[side * 32 + i]);
    const piece = unchecked(BOARD[square]);
    if ((piece & 7) === 5) continue;
    const strength = sizeOf(piece);
    score += term(MATERIAL + strength) + term(HEIGHT) * unchecked(LEVELS[square]);
    score += term(MOBILITY) * mobility(square, side);
    const moves = unchecked(MOVES_TO_ATTACK[square * 64 + foeT]);
    if (moves < 6) {
      score += term(HUNT + moves);
      if (moves < 3) hunters++;
    }
    if (captorOf(square, strength, side ^ 1) !== NONE) {
      const isDefended = captorOf(square, 1, side) !== NONE;
      score -= (term(MATERIAL + strength) * term(isDefended ? CAPTIVE : LOOSE)) / 100;
    }
  }
  return score + term(EXPOSED) * hunters * hunters;
}

/** Squares on which a piece can move without a capture. */
function mobility(from: i32, side: i32): i32 {
  let count = 0;
  for (let at = from * WIDTH; unchecked(UPS[at]) !== NONE; at++) count += unchecked(BOARD[UPS[at]]) === 0 ? 1 : 0;
  for (let at = from * WIDTH; unchecked(DOWNS[at]) !== NONE; at++) count += unchecked(BOARD[DOWNS[at]]) === 0 ? 1 : 0;
  for (let way = 0; way < 2; way++) {
    for (let at = (from * 2 + way) * WIDTH; unchecked(WAYS[at]) !== NONE; at++) {
      const there = unchecked(BOARD[WAYS[at]]);
      if (there === 0) count++;
      else if (sideOf(there) !== side) break;
    }
  }
  return count;
}

/** The T's way to the goal, and the vacant squares next to it where no opponent could capture it. */
function evaluateT(side: i32): i32 {
  const at = unchecked(T_SQUARES[side]);
  const score = term(RACE + unchecked(MOVES_BETWEEN[at * 64 + goalOf(side)]));
  let safe = 0;
  for (let i = at * WIDTH; unchecked(UPS[i]) !== NONE; i++) safe += isSafe(unchecked(UPS[i]), side) ? 1 : 0;
  for (let i = at * WIDTH; unchecked(DOWNS[i]) !== NONE; i++) safe += isSafe(unchecked(DOWNS[i]), side) ? 1 : 0;
  for (let way = 0; way < 2; way++) {
    for (let i = (at * 2 + way) * WIDTH; unchecked(WAYS[i]) !== NONE; i++) {
      const there = unchecked(BOARD[WAYS[i]]);
      if (there !== 0 && sideOf(there) !== side) break;
      safe += isSafe(unchecked(WAYS[i]), side) ? 1 : 0;
    }
  }
  return score + term(SAFE_STEPS + min(safe, 4));
}

function isSafe(square: i32, side: i32): bool {
  return unchecked(BOARD[square]) === 0 && captorOf(square, 1, side ^ 1) === NONE;
}
