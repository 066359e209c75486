import { tAttackers } from './attack';
import { evaluate } from './evaluate';
import { generateCaptures, generateOf } from './generate';
import { MAX_PLY } from './layout';
import { countNode, stopped } from './limits';
import { GOOD, movesAt, orderAt, pick, scoreMoves } from './order';
import { kindAt, occupied, play, tCell, turnOf } from './position';
import { startPv } from './pv';
import { arePartners, canWinNow, isZeroSum, NOT_TERMINAL, root, terminal, WIN } from './terminal';
import { material } from './weights';

const MAX_ESCAPES: i32 = 6;

/** Delta pruning: captures that leave the score further below alpha are skipped. */
const DELTA: i32 = 120;

export function evaluateTurn(p: usize): i32 {
  const score = evaluate(p, root);
  return turnOf(p) === root ? score : -score;
}

/** Moves of the T, and captures of its attackers. In a game of two all other moves lose at once. */
export function generateEscapes(p: usize, end: usize, attackers: u64): usize {
  const t = (<u64>1) << tCell(p, turnOf(p));
  const behind = generateOf(p, end, t, ~(<u64>0));
  return generateOf(p, behind, ~t, attackers);
}

/** Searches captures and escapes of a threatened T until the position is quiet. */
export function quiesce(p: usize, alpha: i32, beta: i32, ply: i32, depth: i32): i32 {
  if (countNode()) return 0;
  startPv(ply);
  const over = terminal(p, ply);
  if (over !== NOT_TERMINAL) return over;
  if (canWinNow(p)) return WIN - ply - 1;
  if (ply >= MAX_PLY - 1) return evaluateTurn(p);

  const threats = depth > -MAX_ESCAPES ? tAttackers(p, turnOf(p)) : 0;
  const list = movesAt(ply);
  let best: i32;
  let end: usize;
  if (threats && isZeroSum(p)) {
    best = ply + 2 - WIN;
    end = generateEscapes(p, list, threats);
    if (end === list && generateOf(p, list, ~(<u64>0), ~(<u64>0)) === list) return 0; // R16
  } else {
    best = evaluateTurn(p);
    if (best >= beta) return best;
    end = generateCaptures(p, list);
    if (threats) end = generateOf(p, end, (<u64>1) << tCell(p, turnOf(p)), ~occupied(p));
  }
  const margin = best + DELTA;
  if (best > alpha) alpha = best;

  const count = <i32>((end - list) >> 2);
  scoreMoves(p, ply, count, 0, 0);
  for (let i = 0; i < count; i++) {
    const move = pick(ply, i, count);
    if (!threats) {
      if (load<i32>(orderAt(ply) + ((<usize>i) << 2)) < GOOD) break; // loses material
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
