import { formatPosition, legalMoves, type Position } from '@terrace/rules';
import { capturesOwnPiece, essentialMoves, isSameMove, keepsT } from './promises.ts';
import { seededRandom, textHash } from './random.ts';
import type { Strength } from './strength.ts';
import { type Limits, type Line, PROVED, type Thought } from './thought.ts';

/** How the evaluation of a search deviates from the exact one, in hundredths of the smallest piece. */
export type Misjudgement = {
  /** Amplitude and seed of random errors. */
  readonly noise: number;
  readonly seed: number;
  /** How much worse than a level position a draw is for the side to move. */
  readonly contempt: number;
  /** With three or four sides: seek what is best against each opponent alone, instead of against all of them together. */
  readonly againstEach: boolean;
};

export const NO_MISJUDGEMENT: Misjudgement = { noise: 0, seed: 0, contempt: 0, againstEach: false };

/** Makes a computer play on in level positions. */
export const CONTEMPT = 50;

/** How a computer of full strength sees a game that it plays. */
export const AS_COMPUTER: Misjudgement = { ...NO_MISJUDGEMENT, contempt: CONTEMPT, againstEach: true };

export type Search = (limits: Limits, misjudgement: Misjudgement) => Thought;

const SLIP_LINES = 5;

/** How much better an own capture must be than all other moves, in hundredths of the smallest piece. */
export const OWN_CAPTURE_GAIN = 40;

/** Extra plies of the search that verifies a capture of an own piece. */
const OWN_CAPTURE_PLIES = 2;

/** Depth of the search of all moves after the chosen one breaks a guarantee. */
const PROMISE_DEPTH = 3;

/** The chosen move heads the first line: the best within the limits, or sometimes a slip. Keeps all guarantees. */
export function chooseLine(position: Position, strength: Strength, seed: number, search: Search): Thought {
  const { depth, nodes, noise, slips } = strength;
  const random = seededRandom(seed ^ textHash(formatPosition(position)));
  const isSlip = random() < slips;
  const limits = { depth, nodes, lines: isSlip ? SLIP_LINES : 1 };
  const thought = search(limits, { ...AS_COMPUTER, noise, seed });
  const first = isSlip ? slipAmong(thought.lines, strength, random) : thought.lines[0];
  if (!first) return thought;
  const kept = keepPromises(position, strength, first, search);
  const line = withReason(position, strength, kept, search);
  return { ...thought, lines: [line, ...thought.lines.filter((each) => each !== line)] };
}

/** A line that costs little; the best line if there is none or the game is decided. */
function slipAmong([best, ...others]: readonly Line[], { slipCost }: Strength, random: () => number): Line | undefined {
  if (!best || Math.abs(best.score) >= PROVED) return best;
  const little = others.filter(({ score }) => score > -PROVED && best.score - score <= slipCost);
  return little[Math.floor(random() * little.length)] ?? best;
}

/** The chosen line, or the best one that captures a T or protects the own one, as guaranteed. */
function keepPromises(position: Position, strength: Strength, line: Line, search: Search): Line {
  const everyMove = () => {
    const limits = { depth: Math.min(strength.depth, PROMISE_DEPTH), lines: legalMoves(position).length };
    return search(limits, NO_MISJUDGEMENT).lines;
  };
  if (strength.takesT) {
    const notToMiss = essentialMoves(position);
    const isTaker = ({ moves: [move] }: Line) => notToMiss.some((taker) => move && isSameMove(taker, move));
    if (isTaker(line)) return line;
    const taker = notToMiss.length > 0 ? everyMove().find(isTaker) : undefined;
    if (taker && taker.score > -PROVED) return taker;
  }
  const isSafe = ({ moves: [move] }: Line) => move !== undefined && keepsT(position, move);
  return !strength.keepsT || isSafe(line) ? line : (everyMove().find(isSafe) ?? line);
}

/** The chosen line, unless it captures an own piece and a deeper search does not confirm that. */
function withReason(position: Position, strength: Strength, line: Line, search: Search): Line {
  const takes = ({ moves: [move] }: Line) => move !== undefined && capturesOwnPiece(position, move);
  if (!takes(line) || line.score >= PROVED) return line;
  const lines = reasonsFor(position, strength, search);
  const other = lines.find((each) => !takes(each));
  const seen = lines.find(({ moves }) => moves[0] && line.moves[0] && isSameMove(moves[0], line.moves[0]));
  if (!other || (seen && seen.score - other.score >= OWN_CAPTURE_GAIN)) return line;
  return keepPromises(position, strength, other, search);
}

/** A deeper search of the captures of own pieces and the best other move, best line first. */
export function reasonsFor(position: Position, { depth, nodes }: Strength, search: Search): readonly Line[] {
  const lines = legalMoves(position).filter((move) => capturesOwnPiece(position, move)).length + 1;
  return search({ depth: depth + OWN_CAPTURE_PLIES, nodes: 4 * nodes, lines }, NO_MISJUDGEMENT).lines;
}
