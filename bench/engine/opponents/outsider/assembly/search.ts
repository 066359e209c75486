import { goalOf } from './board';
import { evaluate } from './evaluate';
import { BOARD, hash, isDrawn, kindOf, play, sideOf, sizeOf, T, T_SQUARES, takeBack, turn, winner } from './game';
import { isLate } from './host';
import { isTAttacked, listCaptures, listMoves, listQuiet, MAX_MOVES } from './moves';
import { lowerBound, probe, save, storedDepth, storedMove, upperBound } from './table';

const WIN: i32 = 30000;
/** Larger scores are proved wins. */
const PROVED: i32 = 29000;
const MAX_PLY: i32 = 100;

export let nodes: f64 = 0;
let isStopped: bool = false;
/** Whether depth 1 is finished, so that there is a move. */
let mayStop: bool = false;
let maxNodes: f64 = 0;

const MOVES = new StaticArray<i32>(MAX_PLY * MAX_MOVES);
const ORDERS = new StaticArray<i32>(MAX_PLY * MAX_MOVES);
const KILLERS = new StaticArray<i32>(MAX_PLY * 2);
const HISTORY = new StaticArray<i32>(2 * 4096);
/** The best move of the last finished search at the root. */
export let bestMove: i32 = 0;

/**
 * MTD(f) with iterative deepening (Plaat 1994): alpha-beta with windows of one point that close in on the score.
 *
 * @returns the score of the last finished depth
 */
export function think(depthLimit: i32, nodeLimit: f64): i32 {
  nodes = 0;
  isStopped = false;
  mayStop = false;
  maxNodes = nodeLimit;
  for (let i = 0; i < 2 * 4096; i++) unchecked((HISTORY[i] /= 8));
  let score = 0;
  let move = 0;
  for (let depth = 1; depth <= depthLimit && depth < MAX_PLY; depth++) {
    const found = closeIn(score, depth);
    if (isStopped) break;
    score = found;
    move = bestMove;
    mayStop = true;
    if (abs(score) > PROVED) break;
  }
  bestMove = move;
  return score;
}

function closeIn(guess: i32, depth: i32): i32 {
  let score = guess;
  let lower = -WIN;
  let upper = WIN;
  let step = 8;
  while (lower < upper && !isStopped) {
    const beta = max(score === lower ? score + 1 : score, lower + 1);
    score = search(beta, depth, 0);
    if (isStopped) break;
    if (score < beta) {
      upper = score;
      if (lower === -WIN) score = max(score - step, -WIN + 1);
    } else {
      lower = score;
      if (upper === WIN) score = min(score + step, WIN);
    }
    step *= 2;
  }
  return lower > -WIN ? lower : upper;
}

function count(): bool {
  nodes += 1;
  if (mayStop && (nodes >= maxNodes || ((<i64>nodes & 1023) === 0 && isLate()))) isStopped = true;
  return isStopped;
}

/** Fail-soft alpha-beta with a window of one point below `beta`. */
function search(beta: i32, depth: i32, ply: i32): i32 {
  if (winner >= 0) return winner === turn ? WIN - ply : ply - WIN;
  if (ply > 0 && isDrawn()) return 0;
  const inDanger = isTAttacked(turn);
  const left = inDanger ? depth + 1 : depth;
  if (left <= 0 || ply >= MAX_PLY - 2) return quiesce(beta, ply, 0);
  if (count()) return 0;
  if (ply > 0 && canWin()) return WIN - ply - 1;

  const key = hash;
  let first = 0;
  let lower = -WIN;
  let upper = WIN;
  if (probe(key)) {
    first = storedMove();
    if (storedDepth() >= left && ply > 0) {
      lower = fromTable(lowerBound(), ply);
      upper = fromTable(upperBound(), ply);
      if (lower >= beta) return lower;
      if (upper < beta) return upper;
    }
  }

  const start = ply * MAX_MOVES;
  const end = listMoves(turn, MOVES, start);
  if (end === start) return 0; // R16
  order(start, end, first, ply);
  let best = -WIN;
  let chosen = 0;
  for (let i = start; i < end; i++) {
    const move = pick(i, end);
    const isQuiet = unchecked(BOARD[move >> 6]) === 0;
    const ofT = (unchecked(BOARD[move & 63]) & 7) === T;
    play(move);
    let score: i32;
    const reduced =
      isQuiet && !ofT && !inDanger && left >= 3 && i - start >= 4 && !isTAttacked(turn) ? 1 + (i - start) / 20 : 0;
    score = -search(1 - beta, left - 1 - reduced, ply + 1);
    if (reduced > 0 && score >= beta && !isStopped) score = -search(1 - beta, left - 1, ply + 1);
    takeBack();
    if (isStopped) return 0;
    if (score <= best) continue;
    best = score;
    chosen = move;
    if (ply === 0 && (best >= beta || bestMove === 0)) bestMove = move;
    if (best < beta) continue;
    if (isQuiet) reward(move, left, ply);
    break;
  }
  if (ply === 0 && best < beta && first === 0) bestMove = chosen;
  if (best >= beta) lower = max(lower, best);
  else upper = min(upper, best);
  save(
    key,
    chosen === 0 ? first : best >= beta || first === 0 ? chosen : first,
    left,
    toTable(lower, ply),
    toTable(upper, ply),
  );
  return best;
}

/** Proved scores count plies from the root, in the table from the position. */
function toTable(score: i32, ply: i32): i32 {
  return score > PROVED && score < WIN ? score + ply : score < -PROVED && score > -WIN ? score - ply : score;
}
function fromTable(score: i32, ply: i32): i32 {
  return score > PROVED && score < WIN ? score - ply : score < -PROVED && score > -WIN ? score + ply : score;
}

/** Whether the side to move can capture the other T, or its own T can arrive. */
function canWin(): bool {
  if (isTAttacked(turn ^ 1)) return true;
  const from = unchecked(T_SQUARES[turn]);
  const goal = goalOf(turn);
  const start = (MAX_PLY - 1) * MAX_MOVES;
  if (unchecked(BOARD[goal]) === 0) {
    const end = listQuiet(turn, from, MOVES, start);
    for (let i = start; i < end; i++) if (unchecked(MOVES[i]) >> 6 === goal) return true;
  }
  return false;
}

/** Captures until the position is quiet; all moves while the T is attacked. */
function quiesce(beta: i32, ply: i32, depth: i32): i32 {
  if (winner >= 0) return winner === turn ? WIN - ply : ply - WIN;
  if (count()) return 0;
  if (canWin()) return WIN - ply - 1;
  if (ply >= MAX_PLY - 2) return evaluate();
  const inDanger = depth < 4 && isTAttacked(turn);
  let best = inDanger ? ply + 2 - WIN : evaluate();
  if (best >= beta) return best;
  const start = ply * MAX_MOVES;
  const end = inDanger ? listMoves(turn, MOVES, start) : listCaptures(turn, MOVES, start);
  if (inDanger && end === start) return 0;
  order(start, end, 0, ply);
  for (let i = start; i < end; i++) {
    const move = pick(i, end);
    const captured = unchecked(BOARD[move >> 6]);
    if (!inDanger && (sideOf(captured) === turn || best + 90 * sizeOf(captured) + 120 < beta)) continue;
    play(move);
    const score = -quiesce(1 - beta, ply + 1, depth + 1);
    takeBack();
    if (isStopped) return 0;
    if (score <= best) continue;
    best = score;
    if (best >= beta) break;
  }
  return best;
}

function order(start: i32, end: i32, first: i32, ply: i32): void {
  for (let i = start; i < end; i++) {
    const move = unchecked(MOVES[i]);
    const captured = unchecked(BOARD[move >> 6]);
    let value: i32;
    if (move === first) value = 1 << 28;
    else if (captured === 0) {
      value = unchecked(HISTORY[turn * 4096 + move]);
      if (move === unchecked(KILLERS[ply * 2]) || move === unchecked(KILLERS[ply * 2 + 1])) value += 1 << 24;
    } else if (sideOf(captured) === turn) value = kindOf(captured) === T ? -(1 << 28) : -(1 << 20);
    else value = (1 << 26) + 16 * sizeOf(captured) - sizeOf(unchecked(BOARD[move & 63]));
    unchecked((ORDERS[i] = value));
  }
}

/** Moves the best of the remaining moves to this place. */
function pick(at: i32, end: i32): i32 {
  let best = at;
  for (let i = at + 1; i < end; i++) if (unchecked(ORDERS[i]) > unchecked(ORDERS[best])) best = i;
  const move = unchecked(MOVES[best]);
  if (best !== at) {
    const value = unchecked(ORDERS[best]);
    unchecked((MOVES[best] = MOVES[at]));
    unchecked((ORDERS[best] = ORDERS[at]));
    unchecked((MOVES[at] = move));
    unchecked((ORDERS[at] = value));
  }
  return move;
}

function reward(move: i32, depth: i32, ply: i32): void {
  if (unchecked(KILLERS[ply * 2]) !== move) {
    unchecked((KILLERS[ply * 2 + 1] = KILLERS[ply * 2]));
    unchecked((KILLERS[ply * 2] = move));
  }
  unchecked((HISTORY[turn * 4096 + move] += depth * depth));
}
