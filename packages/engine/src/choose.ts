import { formatPosition, legalMoves, type Position } from '@terrace/rules';
import { capturesOwnPiece, essentialMoves, isSameMove, keepsT } from './promises.ts';
import { seededRandom, textHash } from './random.ts';
import type { Strength } from './strength.ts';
import { type Limits, type Line, PROVED, type Thought } from './thought.ts';

/** Errors of judgement: how far, in hundredths of the smallest piece, and a seed that says which. */
export type Misjudgement = { readonly noise: number; readonly seed: number };

export const NO_MISJUDGEMENT: Misjudgement = { noise: 0, seed: 0 };

/** A search of one position. */
export type Search = (limits: Limits, misjudgement: Misjudgement) => Thought;

/** Among how many of the best moves a slip chooses. */
const SLIP_LINES = 5;

/** Taking an own piece has to be this much better than every other move, in hundredths of the smallest piece. */
export const OWN_CAPTURE_GAIN = 25;

/** How much deeper than it plays a computer looks before it takes an own piece. */
const OWN_CAPTURE_PLIES = 2;

/** How many plies every move is looked at when the one in mind breaks a promise. */
const PROMISE_DEPTH = 3;

/**
 * What a computer thinks, its move at the head of the first line: the best it sees within its limits, or, as often as it
 * slips, one that costs little, and never one that breaks the promises of its strength.
 *
 * @param position a game that goes on
 */
export function chooseLine(position: Position, strength: Strength, seed: number, search: Search): Thought {
  const { depth, nodes, noise, slips } = strength;
  const random = seededRandom(seed ^ textHash(formatPosition(position)));
  const isSlip = random() < slips;
  const thought = search({ depth, nodes, lines: isSlip ? SLIP_LINES : 1 }, { noise, seed });
  const first = isSlip ? slipAmong(thought.lines, strength, random) : thought.lines[0];
  if (!first) return thought;
  const kept = keepPromises(position, strength, first, search);
  const line = withReason(position, strength, kept, search);
  return { ...thought, lines: [line, ...thought.lines.filter((each) => each !== line)] };
}

/** A line that costs little against the best, or the best one when none does or the game is decided. */
function slipAmong([best, ...others]: readonly Line[], { slipCost }: Strength, random: () => number): Line | undefined {
  if (!best || Math.abs(best.score) >= PROVED) return best;
  const little = others.filter(({ score }) => score > -PROVED && best.score - score <= slipCost);
  return little[Math.floor(random() * little.length)] ?? best;
}

/** The line in mind, or the best one that takes a T or keeps the own one, as promised. */
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

/** The line in mind, unless it takes an own piece and a deeper look does not see why. */
function withReason(position: Position, strength: Strength, line: Line, search: Search): Line {
  const takes = ({ moves: [move] }: Line) => move !== undefined && capturesOwnPiece(position, move);
  if (!takes(line) || line.score >= PROVED) return line;
  const lines = reasonsFor(position, strength, search);
  const other = lines.find((each) => !takes(each));
  const seen = lines.find(({ moves }) => moves[0] && line.moves[0] && isSameMove(moves[0], line.moves[0]));
  if (!other || (seen && seen.score - other.score >= OWN_CAPTURE_GAIN)) return line;
  return keepPromises(position, strength, other, search);
}

/** A deeper look at the captures of own pieces and the best other move, best line first. */
export function reasonsFor(position: Position, { depth, nodes }: Strength, search: Search): readonly Line[] {
  const lines = legalMoves(position).filter((move) => capturesOwnPiece(position, move)).length + 1;
  return search({ depth: depth + OWN_CAPTURE_PLIES, nodes: 4 * nodes, lines }, NO_MISJUDGEMENT).lines;
}
