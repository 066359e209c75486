import type { History, Move, Side } from '@terrace/rules';
import type { Judgement } from './judgement.ts';

export type MoveClass = 'best' | 'good' | 'slip' | 'blunder' | 'missed-win';

/** Limits as fractions of a game. In an even game of two, losing a D costs about 0.055. */
const GOOD_FROM = 0.014;
const SLIP_FROM = 0.035;
const BLUNDER_FROM = 0.105;

/** A move with this loss has an accuracy of 1/e. */
const LOSS_OF_ACCURACY = 0.105;

const CLEARLY_AHEAD = 0.6;

const MAX_TURNING_POINTS = 8;

type ReviewedMove = {
  /** Number of the moment before the move, 0 for the start. */
  readonly moment: number;
  readonly side: Side;
  readonly class: MoveClass;
  /** The reduction of its mover's chances, 0 to 1. */
  readonly loss: number;
};

type GameReview = {
  readonly moves: readonly ReviewedMove[];
  /** Accuracy per side that moved, 0 to 1; 1 means that every move was best. */
  readonly accuracy: ReadonlyMap<Side, number>;
  /** Moments before the moves that changed the game most, in order. */
  readonly turningPoints: readonly number[];
  /** The moment of the move that decided the game; undefined without turning points. */
  readonly decisive: number | undefined;
};

/** Reviews a game. @param moments all of them, from the start @param judgements one for each moment */
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

function assess(side: Side, played: Move, before: Judgement, after: Judgement): Pick<ReviewedMove, 'class' | 'loss'> {
  const [best] = before.line;
  if (best !== undefined && best.from === played.from && best.to === played.to) return { class: 'best', loss: 0 };
  const loss = Math.max(0, (before.chances.get(side) ?? 0) - (after.chances.get(side) ?? 0));
  const found = classOf(loss, before.proved?.side === side);
  return { class: found === 'best' && delaysWin(side, before, after) ? 'good' : found, loss };
}

/** Whether the side could have won in fewer moves. */
function delaysWin(side: Side, before: Judgement, after: Judgement): boolean {
  if (before.proved?.side !== side || isWon(side, after)) return false;
  return after.proved?.side !== side || after.proved.plies >= before.proved.plies;
}

/** Whether the game is over and the side has won. */
const isWon = (side: Side, { line, chances }: Judgement): boolean => line.length === 0 && chances.get(side) === 1;

function classOf(loss: number, won: boolean): MoveClass {
  if (loss < GOOD_FROM) return 'best';
  if (loss < SLIP_FROM) return 'good';
  if (won) return 'missed-win';
  return loss < BLUNDER_FROM ? 'slip' : 'blunder';
}

const accuracyOf = (moves: readonly ReviewedMove[]): number =>
  moves.reduce((sum, { loss }) => sum + Math.exp(-loss / LOSS_OF_ACCURACY), 0) / moves.length;

/** The last one that put the final leader clearly ahead; else the greatest. */
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

/** The side with the best chances; undefined if several share them. */
function leaderOf(judgement: Judgement | undefined): Side | undefined {
  const sorted = [...(judgement?.chances ?? [])].toSorted(([, a], [, b]) => b - a);
  const [first, second] = sorted;
  return first !== undefined && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}
