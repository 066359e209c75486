import type { MoveClass, Review, ReviewPoint } from '@terrace/protocol';
import type { History } from '@terrace/rules';
import { at, played, positionFromText } from '@terrace/testing/boards';
import { expect, test } from 'vitest';
import { ownPieceText, summary } from './review-texts.ts';
import { reviewArrows, reviewedGame } from './reviewed-game.ts';

/** South's C on c6 can capture North's A on d5 or its own B on b5. */
const START = '7T/8/2c5/1b1A4/8/8/8/t7 s sn 0 1';

const after = (...moves: readonly string[]): History => played(moves, positionFromText(START));

const point = (south: number, best: string, proved: ReviewPoint['proved'] = null): ReviewPoint => {
  const [from = '', to = ''] = best.split('-');
  return {
    chances: [
      { side: 'south', chance: south },
      { side: 'north', chance: 1000 - south },
    ],
    proved,
    line: best === '' ? [] : [{ from, to }],
  };
};

function review(points: readonly ReviewPoint[], kind: MoveClass, decisive: number | null): Review {
  return {
    points: [...points],
    moves: [{ moment: 0, side: 'south', class: kind, loss: 0 }],
    accuracy: [
      { side: 'south', accuracy: 912 },
      { side: 'north', accuracy: 780 },
    ],
    turningPoints: decisive === null ? [] : [decisive],
    decisive,
    nodes: 1000,
  };
}

const RESULT = { result: { winner: 'north', by: 'capture', places: [['north'], ['south']] } } as const;
const state = { result: { ...RESULT.result, places: RESULT.result.places.map((sides) => [...sides]) } };

test('the summary has the turning point, each side’s accuracy, and the result', () => {
  const game = reviewedGame(review([point(620, 'c6-b5'), point(180, '')], 'blunder', 0), after('c6-d5'));
  expect(summary(game, state)).toEqual([
    'The turning point was move 1: South played c c6×d5, and its chances went from 62\u00a0% to 18\u00a0%.',
    'Accuracy: South 91\u00a0% and North 78\u00a0%.',
    "North won: South's T was taken.",
  ]);
});

test('the summary mentions a game without a turning point', () => {
  const game = reviewedGame(review([point(500, 'c6-d5'), point(500, '')], 'best', null), after('c6-d5'));
  expect(summary(game, state)[0]).toBe('No single move turned the game.');
});

test('a better move that captures an own piece is mentioned to its owner and to others', () => {
  const won = reviewedGame(
    review([point(1000, 'c6-b5', { side: 'south', plies: 3 }), point(180, '')], 'missed-win', 0),
    after('c6-d5'),
  );
  const [move] = won.moves.values();
  expect(move && ownPieceText(move, 'south')).toBe('You could have won by taking your own B.');
  expect(move && ownPieceText(move, 'north')).toBe('South could have won by taking its own B.');
  const better = reviewedGame(review([point(700, 'c6-b5'), point(400, '')], 'blunder', 0), after('c6-d5'));
  const [other] = better.moves.values();
  expect(other && ownPieceText(other, 'south')).toBe('You could have done better by taking your own B.');
  const enemy = reviewedGame(review([point(700, 'c6-d5'), point(400, '')], 'blunder', 0), after('c6-b5'));
  const [taken] = enemy.moves.values();
  expect(taken && ownPieceText(taken, 'south')).toBeUndefined();
});

test('the board shows the move played with the better one above it, or a single arrow if they are equal', () => {
  const worse = reviewedGame(review([point(700, 'c6-b5'), point(400, '')], 'blunder', 0), after('c6-d5'));
  expect(reviewArrows(worse, 0).map(({ kind, to }) => [kind, to])).toEqual([
    ['made', at('d5')],
    ['best', at('b5')],
  ]);
  const best = reviewedGame(review([point(700, 'c6-d5'), point(700, '')], 'best', null), after('c6-d5'));
  expect(reviewArrows(best, 0).map(({ kind }) => kind)).toEqual(['best']);
  expect(reviewArrows(best, 1)).toEqual([]);
});
