import { tAttackers } from './attack';
import { evaluate } from './evaluate';
import { generateCaptures, generateOf } from './generate';
import { MAX_PLY } from './layout';
import { countNode, stopped } from './limits';
import { GOOD, movesAt, orderAt, pick, scoreMoves } from './order';
import { kindAt, occupied, play, playNullMove, tCell, turnOf } from './position';
import { startPv } from './pv';
import { arePartners, canWinNow, drawScore, isPassing, isZeroSum, NOT_TERMINAL, root, terminal, WIN } from './terminal';
import { generateDefences, isArrivalThreatened, isLastQuietPly } from './threats';
import { material } from './weights';

const MAX_ESCAPES: i32 = 6;

/** Delta pruning: captures that leave the score further below alpha are skipped. */
const DELTA: i32 = 120;

export function evaluateTurn(p: usize): i32 {
  const score = evaluate(p, root);
  return turnOf(p) === root ? score : -score;
}

/** Searches captures, and defences against threats, until the position is quiet. */
export function quiesce(p: usize, alpha: i32, beta: i32, ply: i32, depth: i32): i32 {
  if (countNode()) return 0;
  startPv(ply);
  const over = terminal(p, ply);
  if (over !== NOT_TERMINAL) return over;
  if (isPassing(p)) {
    const after = playNullMove(p);
    return arePartners(turnOf(after), turnOf(p))
      ? quiesce(after, alpha, beta, ply + 1, depth)
      : -quiesce(after, -beta, -alpha, ply + 1, depth);
  }
  if (canWinNow(p)) return WIN - ply - 1;
  if (ply >= MAX_PLY - 1) return evaluateTurn(p);

  const isDeep = depth <= -MAX_ESCAPES;
  const two = isZeroSum(p);
  const attackers = isDeep ? 0 : tAttackers(p, turnOf(p));
  const isArrival = !isDeep && two && isArrivalThreatened(p);
  const threats = attackers !== 0 || isArrival;
  const list = movesAt(ply);
  let best: i32;
  let end: usize;
  if (threats && two && !isLastQuietPly(p)) {
    best = ply + 2 - WIN;
    end = generateDefences(p, list, attackers, isArrival);
    if (end === list && generateOf(p, list, ~(<u64>0), ~(<u64>0)) === list) return drawScore(p); // R16
  } else {
    best = evaluateTurn(p);
    if (best >= beta) return best;
    end = generateCaptures(p, list);
    if (threats) end = generateOf(p, end, (<u64>1) << tCell(p, turnOf(p)), ~occupied(p));
  }
  const margin = best + DELTA;
  if (best > alpha) alpha = best;

  scoreMoves(p, ply, end, 0, 0);
  for (let at = list; at < end; at += 8) {
    const move = pick(at, end);
    if (!threats) {
      if (orderAt(at) < GOOD) break; // loses material
      const kind = kindAt(p, (<u64>1) << (move >> 6));
      if (kind < 4 && margin + material(kind) <= alpha) continue;
    }
    const after = play(p, move);
    const score = arePartners(turnOf(after), turnOf(p))
      ? quiesce(after, alpha, beta, ply + 1, depth - 1)
      : -quiesce(after, -beta, -alpha, ply + 1, depth - 1);
    if (stopped) return 0;
    if (score <= best) continue;
    best = score;
    if (score > alpha) alpha = score;
    if (alpha >= beta) break;
  }
  return best;
}
