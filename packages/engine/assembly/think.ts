import { squareOf } from './board';
import { beginEasy, isEasy } from './easy';
import { generate } from './generate';
import { report } from './host';
import { LINE, MAX_PLY, MOVES, OUTPUT, OVER, WINNER } from './layout';
import { begin, nodes, setLimits, stopped } from './limits';
import { movesAt } from './order';
import { play, turnOf } from './position';
import { pvLength, pvMove } from './pv';
import { bestAgainstEach, isAgainstEach, scoreAgainstEach } from './rivals';
import { exclude, excludeNone } from './root-moves';
import { bestAtRoot, search } from './search';
import { nextGeneration } from './table';
import { canWinNow, isZeroSum, NOT_TERMINAL, PROVED, searchFor, terminal, WIN } from './terminal';

/** Half the first aspiration window around the score of the previous depth. */
const WINDOW: i32 = 25;
/** The inverse of the share of nodes for proving wins against all opponents together. */
const PROVING: f64 = 8;
const MAX_LINES: i32 = 64;
const MAX_LENGTH: i32 = 60;

/** By line: score, length and moves, for the last finished depth and for the current one. */
const LINE_BYTES: usize = 4 * (2 + 60);
const FOUND: usize = memory.data(4 * 62 * 64, 16);
const FINDING: usize = memory.data(4 * 62 * 64, 16);

/** Iterative deepening until a limit or a proof; depth 1 always finishes. @returns the last finished depth */
export function think(maxDepth: i32, maxNodes: f64, deadline: f64, lines: i32): i32 {
  searchFor(LINE, turnOf(LINE));
  nextGeneration();
  begin();
  const moves = <i32>((generate(LINE, MOVES) - MOVES) >> 3);
  const wanted = terminal(LINE, 0) !== NOT_TERMINAL ? 0 : min(min(max(lines, 1), MAX_LINES), moves);
  write(0, 0);
  if (wanted === 0) return 0;
  beginEasy(deadline, wanted);
  if (isAgainstEach && !isZeroSum(LINE)) return thinkOfEach(maxDepth, maxNodes, deadline, wanted);
  let finished = 0;
  for (let depth = 1; depth <= min(maxDepth, MAX_PLY - 1); depth++) {
    excludeNone();
    for (let line = 0; line < wanted && !stopped; line++) {
      const score = searchAround(depth > 1 ? load<i32>(FOUND + <usize>line * LINE_BYTES) : 0, depth);
      storeLine(FINDING + <usize>line * LINE_BYTES, score);
      exclude(pvMove(0));
    }
    if (stopped) {
      // Even an unfinished depth counts: it searched the previous best move first, so a replacement is better.
      if (wanted === 1 && pvLength() > 0) storeLine(FOUND, bestAtRoot);
      break;
    }
    memory.copy(FOUND, FINDING, LINE_BYTES * <usize>wanted);
    finished = depth;
    write(depth, wanted);
    report(depth);
    const score = load<i32>(FOUND);
    const isProved = wanted === 1 && abs(score) > PROVED && WIN - abs(score) <= depth;
    if (isProved || isEasy(load<i32>(FOUND, 8), score)) break;
    setLimits(maxNodes, deadline);
  }
  excludeNone();
  write(finished, wanted);
  return finished;
}

/**
 * Two searches by iterative deepening share the limits: one proves wins against all opponents together, the other ranks
 * moves by what each opponent can do alone.
 */
function thinkOfEach(maxDepth: i32, maxNodes: f64, deadline: f64, wanted: i32): i32 {
  let finished = 0;
  let proving = 1;
  let ranking = 1;
  let provingNodes: f64 = 0;
  let wins = 0;
  while (!stopped && (ranking <= maxDepth || proving <= maxDepth)) {
    const before = nodes;
    if (ranking > 1 && proving <= maxDepth && (ranking > maxDepth || PROVING * provingNodes <= nodes)) {
      excludeNone();
      const score = searchAround(0, proving++);
      provingNodes += nodes - before;
      if (stopped || score < PROVED) continue;
      storeLine(FOUND, score);
      wins = 1;
      if (wanted === 1 && WIN - score < proving) break;
    } else if (wanted === wins) ranking = maxDepth + 1;
    else if (rank(ranking, wins, wanted)) {
      finished = ranking++;
      write(finished, wanted);
      report(finished);
      if (isEasy(load<i32>(FOUND, 8), load<i32>(FOUND))) break;
      setLimits(maxNodes, deadline);
    }
  }
  excludeNone();
  write(finished, wanted);
  return finished;
}

/** Ranks moves into lines of one move. @param wins the number of lines that are proved wins @returns whether it finished */
function rank(depth: i32, wins: i32, wanted: i32): bool {
  excludeNone();
  if (wins > 0) exclude(load<i32>(FOUND, 8));
  for (let line = wins; line < wanted && !stopped; line++) {
    const at = FINDING + <usize>line * LINE_BYTES;
    const move = bestAgainstEach(depth, depth > 1 ? load<i32>(FOUND + <usize>line * LINE_BYTES, 8) : -1);
    store<i32>(at, scoreAgainstEach);
    store<i32>(at, 1, 4);
    store<i32>(at, move, 8);
    exclude(move);
    // An unfinished ranking began with the best move before, so a replacement is better.
    if (stopped && wanted === 1 && move >= 0) memory.copy(FOUND, FINDING, LINE_BYTES);
  }
  if (!stopped)
    memory.copy(
      FOUND + <usize>wins * LINE_BYTES,
      FINDING + <usize>wins * LINE_BYTES,
      LINE_BYTES * <usize>(wanted - wins),
    );
  return !stopped;
}

/** Searches with a small window around a guess, then with wider ones until the score is inside. */
function searchAround(guess: i32, depth: i32): i32 {
  let alpha = depth < 4 ? -WIN : max(guess - WINDOW, -WIN);
  let beta = depth < 4 ? WIN : min(guess + WINDOW, WIN);
  let wider = WINDOW;
  let score = search(LINE, alpha, beta, depth, 0, 0);
  while (!stopped && ((score <= alpha && alpha > -WIN) || (score >= beta && beta < WIN))) {
    wider = wider > 400 ? 2 * WIN : wider * 4;
    if (score <= alpha) alpha = max(guess - wider, -WIN);
    else beta = min(guess + wider, WIN);
    score = search(LINE, alpha, beta, depth, 0, 0);
  }
  return score;
}

/** Stores a score and the best line, adding the winning move if the line stops just before it. */
function storeLine(at: usize, score: i32): void {
  const length = min(pvLength(), MAX_LENGTH - 1);
  let p = LINE;
  for (let i = 0; i < length; i++) {
    store<i32>(at + ((<usize>i) << 2), pvMove(i), 8);
    p = play(p, pvMove(i));
  }
  const last = canWinNow(p) && load<i32>(p, OVER) === 0 ? winningMove(p) : -1;
  if (last >= 0) store<i32>(at + ((<usize>length) << 2), last, 8);
  store<i32>(at, score);
  store<i32>(at, last >= 0 ? length + 1 : length, 4);
}

function winningMove(p: usize): i32 {
  const list = movesAt(MAX_PLY);
  const end = generate(p, list);
  for (let at = list; at < end; at += 8) {
    const after = play(p, load<i32>(at));
    if (load<i32>(after, OVER) !== 0 && load<i32>(after, WINNER) === turnOf(p)) return load<i32>(at);
  }
  return -1;
}

/** Writes the output: depth, lines, nodes (64-bit float), then score, length and moves of each line. */
function write(depth: i32, lines: i32): void {
  store<i32>(OUTPUT, depth);
  store<i32>(OUTPUT, lines, 4);
  store<f64>(OUTPUT, nodes, 8);
  let at: usize = OUTPUT + 16;
  for (let line = 0; line < lines; line++) {
    const from = FOUND + <usize>line * LINE_BYTES;
    const length = load<i32>(from, 4);
    store<i32>(at, load<i32>(from));
    store<i32>(at, length, 4);
    at += 8;
    for (let i = 0; i < length; i++, at += 4) store<i32>(at, moveInSquares(load<i32>(from + ((<usize>i) << 2), 8)));
  }
}

/** A move in squares of the board: `from | to << 8`. */
export function moveInSquares(move: i32): i32 {
  return squareOf(move & 63) | (squareOf((move >> 6) & 63) << 8);
}
