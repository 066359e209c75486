import { tAttackers } from './attack';
import { generate } from './generate';
import { KEY, MAX_PLY, TS } from './layout';
import { countNode, stopped } from './limits';
import { drop, GOOD, history, movesAt, orderAt, pick, scoreMoves, updateHistory } from './order';
import { occupied, ofSide, play, playNullMove, turnOf } from './position';
import { setPv, startPv } from './pv';
import { evaluateTurn, quiesce } from './quiesce';
import { excludesAny, isExcluded } from './root-moves';
import { boundPart, depthPart, EXACT, found, LOWER, movePart, probe, save, scorePart, UPPER } from './table';
import { FUTILITY, isEnabled, LATE_PRUNING, LATE_REDUCTION, NULL_MOVE, REDUCE_UNKNOWN, TABLE } from './techniques';
import {
  arePartners,
  canWinNow,
  drawScore,
  isPassing,
  isZeroSum,
  NOT_TERMINAL,
  PROVED,
  terminal,
  view,
  WIN,
} from './terminal';
import { attackingSquares, generateDefences, isArrivalNear, isArrivalThreatened, isLastQuietPly } from './threats';

export let bestAtRoot: i32 = 0;

/** Late move reductions in plies, by depth and place in the order. */
const REDUCTIONS: usize = memory.data(64 * 64, 16);
for (let depth = 1; depth < 64; depth++) {
  for (let index = 1; index < 64; index++) {
    store<u8>(REDUCTIONS + (depth << 6) + index, <u8>(0.7 + (Math.log(depth) * Math.log(index)) / 1.7));
  }
}

function reductionOf(depth: i32, searched: i32): i32 {
  return load<u8>(REDUCTIONS + (min(depth, 63) << 6) + min(searched, 63));
}

/** Late move pruning: whether a quiet move near the leaves is too late in the order. */
function isLate(searched: i32, depth: i32): bool {
  return depth <= 6 && searched >= 4 + 2 * depth * depth;
}

/** Futility pruning: whether no quiet move near the leaves can raise the score to alpha. */
function isFutile(staticScore: i32, depth: i32, alpha: i32): bool {
  return depth <= 4 && staticScore + 60 + 90 * depth <= alpha;
}

/** Proved scores count plies from the root in the search, but from the position in the table. */
function toTable(score: i32, ply: i32): i32 {
  return score > PROVED ? score + ply : score < -PROVED ? score - ply : score;
}
function fromTable(score: i32, ply: i32): i32 {
  return score > PROVED ? score - ply : score < -PROVED ? score + ply : score;
}

/** By ply: the evaluation in a game of two without threats, else -`WIN`. */
const STATICS: usize = memory.data(4 * 124, 16);

function keepStatic(ply: i32, score: i32): void {
  store<i32>(STATICS + ((<usize>ply) << 2), score);
}

/** Whether the kept evaluation is better than at the side's last turn, as far as both are known. */
function isImproving(ply: i32): bool {
  const at = STATICS + ((<usize>ply) << 2);
  return ply < 2 || load<i32>(at) === -WIN || load<i32>(at) > load<i32>(at - 8);
}

const UNKNOWN: i32 = NOT_TERMINAL;

function knownScore(p: usize, ply: i32): i32 {
  const over = terminal(p, ply);
  if (over !== NOT_TERMINAL) return over;
  if (canWinNow(p)) return WIN - ply - 1;
  return ply >= MAX_PLY - 1 ? evaluateTurn(p) : UNKNOWN;
}

/** The table's score, if it is deep enough and its bound decides the window. */
function settledBy(entry: u64, alpha: i32, beta: i32, depth: i32, ply: i32): i32 {
  if (depthPart(entry) < depth) return UNKNOWN;
  const score = fromTable(scorePart(entry), ply);
  const bound = boundPart(entry);
  return bound === EXACT || (bound === LOWER ? score >= beta : score <= alpha) ? score : UNKNOWN;
}

/** From this depth on, a null move that fails high is verified by a search without null moves. */
const VERIFIED_FROM: i32 = 10;
/** Below this ply the search tries no null move; 0 outside verifications. */
let noNullMoveBelow: i32 = 0;

/** The score of a position whose evaluation is far above beta, also after a null move. */
function scoreWithoutMove(p: usize, beta: i32, depth: i32, ply: i32, before: i32, staticScore: i32): i32 {
  const turn = turnOf(p);
  if (!isPassingSafe(p, turn) || isArrivalNear(p)) return UNKNOWN;
  if (isEnabled(FUTILITY) && depth <= 6 && staticScore - 90 * depth >= beta) return staticScore;
  if (!isEnabled(NULL_MOVE) || depth < 3 || staticScore < beta || before === 0 || ply < noNullMoveBelow) return UNKNOWN;
  const after = playNullMove(p);
  if (arePartners(turnOf(after), turn)) return UNKNOWN;
  const reduced = depth - 3 - depth / 4 - min((staticScore - beta) / 150, 2);
  const score = -search(after, -beta, 1 - beta, reduced, ply + 1, 0);
  if (stopped) return 0;
  if (score < beta) return UNKNOWN;
  const bound = score > PROVED ? beta : score;
  if (depth < VERIFIED_FROM || noNullMoveBelow > 0) return bound;
  noNullMoveBelow = ply + (3 * reduced) / 4;
  const verified = search(p, beta - 1, beta, reduced, ply, before);
  noNullMoveBelow = 0;
  return stopped ? 0 : verified >= beta ? bound : UNKNOWN;
}

/** The score, exact within alpha and beta. @param ply plies from the root @param before last move, 0 after a null move */
export function search(p: usize, alpha: i32, beta: i32, depth: i32, ply: i32, before: i32): i32 {
  if (depth <= 0) return quiesce(p, alpha, beta, ply, 0);
  if (countNode()) return 0;
  startPv(ply);
  const isRoot = ply === 0;
  if (isPassing(p)) {
    const over = terminal(p, ply);
    if (over !== UNKNOWN) return over;
    keepStatic(ply, -WIN);
    const after = playNullMove(p);
    return searchChild(after, alpha, beta, depth, ply, 0, arePartners(turnOf(after), turnOf(p)));
  }
  if (!isRoot) {
    const known = knownScore(p, ply);
    if (known !== UNKNOWN) return known;
    // Mate distance pruning: a win found below cannot be quicker than one found above.
    alpha = max(alpha, ply - WIN);
    beta = min(beta, WIN - ply - 1);
    if (alpha >= beta) return alpha;
  }
  const turn = turnOf(p);
  const onPv = beta - alpha > 1;
  const key = load<u64>(p, KEY) ^ view;
  let hash = 0;
  if (isEnabled(TABLE) && probe(key)) {
    const entry = found;
    hash = movePart(entry);
    const score = onPv ? UNKNOWN : settledBy(entry, alpha, beta, depth, ply);
    if (score !== UNKNOWN) return score;
  }

  const two = isZeroSum(p);
  const attackers = tAttackers(p, turn);
  const isArrival = two && isArrivalThreatened(p);
  const threats = attackers !== 0 || isArrival;
  const staticScore = threats ? -WIN : evaluateTurn(p);
  keepStatic(ply, two ? staticScore : -WIN);
  const improving = isImproving(ply);
  if (!onPv && !threats && abs(beta) < PROVED) {
    const score = scoreWithoutMove(p, beta, depth, ply, before, staticScore);
    if (score !== UNKNOWN) return score;
  }
  if (isEnabled(REDUCE_UNKNOWN) && depth >= 5 && hash === 0) depth--;

  const list = movesAt(ply);
  const escapes = threats && two && !isRoot && !isLastQuietPly(p);
  let end = escapes ? generateDefences(p, list, attackers, isArrival) : generate(p, list);
  if (end === list && escapes) return generate(p, list) === list ? drawScore(p) : ply + 2 - WIN;
  if (end === list) return drawScore(p); // R16
  scoreMoves(p, ply, end, hash, before);

  const extension = threats && two ? 1 : 0;
  const own = ofSide(p, turn);
  let best = escapes ? ply + 2 - WIN : -WIN;
  let bestMove = 0;
  let bound = UPPER;
  let searched = 0;
  const all = occupied(p);
  const ts = load<u64>(p, TS);
  const attacking = two ? attackingSquares(p) : 0;
  let dropped: u64 = 0;
  for (let at = list; at < end; at += 8) {
    // Moves of the T and moves that attack a T are never pruned, because a win may depend on each of them.
    if (!isRoot && searched > 0 && best > -PROVED && !threats) {
      const late = !onPv && isEnabled(LATE_PRUNING) && isLate(improving ? searched : 2 * searched, depth);
      const futile = isEnabled(FUTILITY) && isFutile(staticScore, depth, alpha);
      // Captures of own pieces need depth to show their purpose, so near the leaves they are skipped.
      const hopeless = ((late || futile ? ~all : 0) | (depth <= 2 ? own : 0)) & ~attacking & ~dropped;
      if (hopeless) {
        dropped |= hopeless;
        end = drop(at, end, hopeless, ~ts);
        if (at === end) break;
      }
    }
    const move = pick(at, end);
    if (isRoot && isExcluded(move)) continue;
    const order = orderAt(at);
    const quiet = (all & ((<u64>1) << (move >> 6))) === 0;
    const ofT = (ts & ((<u64>1) << (move & 63))) !== 0;
    const attacksT = ((attacking >> (move >> 6)) & 1) !== 0;
    const after = play(p, move);
    searched++;
    const same = arePartners(turnOf(after), turn);
    const next = depth - 1 + extension;
    let score: i32;
    if (searched === 1) {
      score = searchChild(after, alpha, beta, next, ply, move, same);
    } else {
      const reduces = isEnabled(LATE_REDUCTION) && depth >= 3 && searched > 2 && order < 2 * GOOD - (1 << 18);
      const better =
        (onPv ? 1 : 0) + (order > GOOD ? 1 : 0) + (ofT || attacksT ? 1 : 0) + (quiet ? history(turn, move) / 8192 : 0);
      const less = reduces ? min(max(reductionOf(depth, searched) + (improving ? 0 : 1) - better, 0), next - 1) : 0;
      score = searchChild(after, alpha, alpha + 1, next - less, ply, move, same);
      if (score > alpha && less > 0 && !stopped) score = searchChild(after, alpha, alpha + 1, next, ply, move, same);
      if (score > alpha && score < beta && !stopped) score = searchChild(after, alpha, beta, next, ply, move, same);
    }
    if (stopped) return 0;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    alpha = score;
    bestMove = move;
    bound = EXACT;
    if (onPv) setPv(ply, move);
    if (isRoot) bestAtRoot = score;
    if (alpha >= beta) {
      bound = LOWER;
      if (quiet) updateHistory(turn, ply, at, depth, before);
      break;
    }
  }
  if (isEnabled(TABLE) && !(isRoot && excludesAny())) save(key, bestMove, depth, bound, toTable(best, ply));
  return best;
}

function searchChild(after: usize, alpha: i32, beta: i32, depth: i32, ply: i32, move: i32, same: bool): i32 {
  return same ? search(after, alpha, beta, depth, ply + 1, move) : -search(after, -beta, -alpha, depth, ply + 1, move);
}

/** Whether a move is probably as good as passing: with few pieces, every move may be worse (zugzwang). */
function isPassingSafe(p: usize, turn: i32): bool {
  return popcnt<u64>(ofSide(p, turn)) > 3;
}
