import { type History, legalMoves, momentsOf, playOn, type Side, startHistory, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { certainWin, expectation } from './chance.ts';
import type { Judgement } from './judgement.ts';
import { type MoveClass, reviewGame } from './review.ts';

const SIDES: readonly Side[] = ['south', 'north'];

function game(plies: number): readonly History[] {
  let history = startHistory(startPosition('long'));
  for (let ply = 0; ply < plies; ply += 1) {
    const [move] = legalMoves(history.position);
    const next = move && playOn(history, move);
    if (!next?.ok) throw new Error('the game ended early');
    history = next.value;
  }
  return momentsOf(history);
}

/** A move that this game never makes. */
const other = legalMoves(startPosition('long')).slice(-1);

/** South's chance at a moment; `played` makes the move played the best one. */
const at = (south: number, more: Partial<Judgement> = {}): Judgement => ({
  chances: new Map([
    ['south', south],
    ['north', 1 - south],
  ]),
  proved: undefined,
  line: other,
  ...more,
});

const classes = (...judgements: readonly Judgement[]): readonly MoveClass[] =>
  reviewGame(game(judgements.length - 1), judgements).moves.map((move) => move.class);

test('the best move is classed as best, however the game looks after it', () => {
  const [, first] = game(1);
  expect(classes(at(0.6, { line: first?.move ? [first.move] : [] }), at(0.2))).toEqual(['best']);
});

test('a move that costs almost nothing is as good as the best, and one that costs little is good', () => {
  expect(classes(at(0.6), at(0.59))).toEqual(['best']);
  expect(classes(at(0.6), at(0.58))).toEqual(['good']);
});

test('a larger loss is a slip, and the loss of a tenth of the game is a blunder, for every side', () => {
  expect(classes(at(0.6), at(0.5), at(0.9))).toEqual(['slip', 'blunder']);
});

test('letting a proved win go is a missed win, unless the side stands as well as before', () => {
  const won = { chances: certainWin('south', SIDES), proved: { side: 'south', plies: 5 } as const };
  expect(classes(at(1, won), at(0.4))).toEqual(['missed-win']);
  expect(classes(at(1, won), at(0.97))).toEqual(['good']);
});

test('a move that wins later than another is good, and one that wins as soon is best', () => {
  const won = (plies: number) => at(1, { chances: certainWin('south', SIDES), proved: { side: 'south', plies } });
  expect(classes(won(5), won(4))).toEqual(['best']);
  expect(classes(won(3), won(4))).toEqual(['good']);
  expect(classes(won(3), at(0.99))).toEqual(['good']);
  const over = at(1, { chances: certainWin('south', SIDES), line: [] });
  expect(classes(won(1), over)).toEqual(['best']);
});

test('no side misses a win of its opponent', () => {
  const lost = { chances: certainWin('north', SIDES), proved: { side: 'north', plies: 4 } as const };
  expect(classes(at(0, lost), at(0))).toEqual(['best']);
});

test('accuracy is per side: 1 is flawless, and every loss lowers it', () => {
  const { accuracy } = reviewGame(game(4), [at(0.5), at(0.5), at(0.9), at(0.9), at(0.9)]);
  expect(accuracy.get('south')).toBe(1);
  expect(accuracy.get('north')).toBeLessThan(0.7);
});

test('turning points are the greatest losses, in the order of the game', () => {
  const { turningPoints } = reviewGame(game(4), [at(0.6), at(0.45), at(0.48), at(0.1), at(0.1)]);
  expect(turningPoints).toEqual([0, 2]);
});

test('the decisive move is the last one that put the final leader clearly ahead', () => {
  const { decisive } = reviewGame(game(6), [at(0.9), at(0.3), at(0.8), at(0.3), at(0.3), at(0.2), at(0.2)]);
  expect(decisive).toBe(2);
});

test('a game without a slip has no turning point', () => {
  const review = reviewGame(game(2), [at(0.5), at(0.5), at(0.5)]);
  expect(review.turningPoints).toEqual([]);
  expect(review.decisive).toBeUndefined();
});

test('an eliminated side is reviewed for the moves it made', () => {
  const chances = new Map<Side, number>([
    ['south', 0.5],
    ['north', 0.5],
  ]);
  const review = reviewGame(game(2), [
    { chances, proved: undefined, line: [] },
    { chances, proved: undefined, line: [] },
    at(1),
  ]);
  expect(review.moves.map(({ side }) => side)).toEqual(['south', 'north']);
});

test('in an even game, a loss of 200 points, about a D, is a slip and twice as much is a blunder', () => {
  const without = (points: number) => at(expectation(-points));
  expect(classes(at(0.5), without(200))).toEqual(['slip']);
  expect(classes(at(0.5), without(400))).toEqual(['blunder']);
});
