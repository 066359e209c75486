import type { History, Move, Side } from '@terrace/rules';
import type { Judgement } from './judgement.ts';

/** How good a move was, best first. */
export type MoveClass = 'best' | 'good' | 'slip' | 'blunder' | 'missed-win';

/**
 * From which loss of chances on, in shares of a whole game, a move is no longer of the class before. In an even game of two
 * an A lost for nothing is some 0.06, which is a slip, and a D 0.19, which is a blunder.
 */
const GOOD_FROM = 0.02;
const SLIP_FROM = 0.05;
const BLUNDER_FROM = 0.15;

/** A move that lost this much counts 1/e of a perfect one. */
const LOSS_OF_ACCURACY = 0.15;

/** From this chance on a side is clearly ahead. */
const CLEARLY_AHEAD = 0.65;

/** Turning points that are shown of one game. */
const MAX_TURNING_POINTS = 8;

type ReviewedMove = {
  /** Number of the moment before the move, 0 for the start. */
  readonly moment: number;
  readonly side: Side;
  readonly class: MoveClass;
  /** What it took from its mover's chances, 0 to 1. */
  readonly loss: number;
};

type GameReview = {
  readonly moves: readonly ReviewedMove[];
  /** How well each side played that moved, 0 to 1; 1 is every time the best move. */
  readonly accuracy: ReadonlyMap<Side, number>;
  /** The moves, in order, that changed the game most: numbers of the moments before them. */
  readonly turningPoints: readonly number[];
  /** The one of them that decided it; undefined where there are none. */
  readonly decisive: number | undefined;
};

/**
 * Reviews a game.
 *
 * @param moments every moment of it, the start first
 * @param judgements one for each moment
 */
export function reviewGame(moments: readonly History[], judgements: readonly Judgement[]): GameReview {
  const moves = moments.slice(1).flatMap(({ move, parent }, moment): ReviewedMove[] => {
    const [before, after] = [judgements[moment], judgements[moment + 1]];
    if (move === undefined || parent === undefined || before === undefined || after === undefined) return [];
    return [{ moment, side: parent.position.turn, ...assess(parent.position.turn, move, before, after) }];
  });
  const turning = moves
    .filter(({ loss }) => loss >= SLIP_FROM)
    .toSorted((a, b) => b.loss - a.loss)
    .slice(0, MAX_TURNING_POINTS)
    .toSorted((a, b) => a.moment - b.moment);
  return {
    moves,
    accuracy: new Map([...Map.groupBy(moves, ({ side }) => side)].map(([side, own]) => [side, accuracyOf(own)])),
    turningPoints: turning.map(({ moment }) => moment),
    decisive: decisiveAmong(turning, judgements),
  };
}

/** The class of a move by what it left of its mover's chances, and what it took. */
function assess(side: Side, played: Move, before: Judgement, after: Judgement): Pick<ReviewedMove, 'class' | 'loss'> {
  const [best] = before.line;
  if (best !== undefined && best.from === played.from && best.to === played.to) return { class: 'best', loss: 0 };
  const loss = Math.max(0, (before.chances.get(side) ?? 0) - (after.chances.get(side) ?? 0));
  return { class: classOf(loss, before.proved?.side === side), loss };
}

function classOf(loss: number, won: boolean): MoveClass {
  if (loss < GOOD_FROM) return 'best';
  if (loss < SLIP_FROM) return 'good';
  if (won) return 'missed-win';
  return loss < BLUNDER_FROM ? 'slip' : 'blunder';
}

const accuracyOf = (moves: readonly ReviewedMove[]): number =>
  moves.reduce((sum, { loss }) => sum + Math.exp(-loss / LOSS_OF_ACCURACY), 0) / moves.length;

/** The last of them that put the one clearly ahead who led at the end; else the greatest. */
function decisiveAmong(turning: readonly ReviewedMove[], judgements: readonly Judgement[]): number | undefined {
  const leader = leaderOf(judgements.at(-1));
  const isAhead = (moment: number): boolean =>
    leader !== undefined && (judgements[moment]?.chances.get(leader) ?? 0) >= CLEARLY_AHEAD;
  const turned = turning.findLast(({ moment }) => !isAhead(moment) && isAhead(moment + 1));
  const greatest = turning.reduce<ReviewedMove | undefined>(
    (most, each) => (most === undefined || each.loss > most.loss ? each : most),
    undefined,
  );
  return (turned ?? greatest)?.moment;
}

/** The side with the best chances; undefined where several share them. */
function leaderOf(judgement: Judgement | undefined): Side | undefined {
  const sorted = [...(judgement?.chances ?? [])].toSorted(([, a], [, b]) => b - a);
  const [first, second] = sorted;
  return first !== undefined && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}
