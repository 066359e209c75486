import fc from 'fast-check';
import { expect, test } from 'vitest';
import { squares } from './board.ts';
import { type History, historyOutcome, momentsOf, playOn, removeFrom, startHistory } from './history.ts';
import { legalMoves } from './legal.ts';
import { startPosition } from './named-setups.ts';
import { places } from './places.ts';
import { play } from './play.ts';
import { formatPosition } from './position-text.ts';
import { moveOf, setUp } from './testing/boards.ts';
import { playChoice, playChoices, someStart } from './testing/games.ts';
import { seededIntegers } from './testing/random.ts';

const some = { numRuns: 60 };
const choices = fc.array(fc.nat(), { maxLength: 120 });

test('playing on does not change the previous moment', () => {
  fc.assert(
    fc.property(fc.nat(), choices, (start, path) => {
      const history = playChoices(someStart(start), path);
      const before = formatPosition(history.position);
      for (const move of legalMoves(history.position)) {
        const played = playOn(history, move);
        if (played.ok) expect(played.value.parent).toBe(history);
      }
      expect(formatPosition(history.position)).toBe(before);
    }),
    some,
  );
});

test('the moves of a history lead to its position again', () => {
  fc.assert(
    fc.property(fc.nat(), choices, (start, path) => {
      const history = playChoices(someStart(start), path);
      const again = momentsOf(history).reduce<History>((here, { move, left }) => {
        if (left) return removeFrom(here, left);
        const played = move ? playOn(here, move) : undefined;
        return played?.ok ? played.value : here;
      }, someStart(start));
      expect(formatPosition(again.position)).toBe(formatPosition(history.position));
    }),
    some,
  );
});

test('moves are listed in order, without departures', () => {
  const start = startHistory(startPosition('three'));
  const [first] = legalMoves(start.position);
  if (!first) throw new Error('there is a move');
  const played = playOn(start, first);
  if (!played.ok) throw new Error(played.error.code);
  const left = removeFrom(played.value, 'east');
  expect(momentsOf(left).map(({ move }) => move)).toEqual([undefined, first, undefined]);
  expect(left.left).toBe('east');
});

test('R16: every random game ends', () => {
  const next = seededIntegers(16);
  for (let game = 0; game < 96; game++) {
    let history = someStart(game);
    const limit = history.position.seats.length * 100 * 70; // at most 64 + 4 captures and eliminations
    for (let ply = 0; !historyOutcome(history); ply++) {
      expect(ply).toBeLessThan(limit);
      history = playChoice(history, next());
    }
    expect(legalMoves(history.position).length === 0 || historyOutcome(history)?.kind === 'draw').toBe(true);
    for (const square of squares(history.position.size).slice(0, 4)) {
      expect(playOn(history, { from: square, to: square }).ok).toBe(false);
    }
  }
});

test('R17: the winner is first, the sides in play share the next place, and the last side out precedes the others', () => {
  let history = startHistory(setUp('south', { g8: 'south T', b3: 'west T', c6: 'north T', f4: 'east T' }));
  history = removeFrom(history, 'east');
  expect(places(history)).toEqual([['south', 'west', 'north'], ['east']]);
  const arrived = playOn(history, moveOf('g8', 'h8'));
  if (!arrived.ok) throw new Error(arrived.error.code);
  expect(places(arrived.value)).toEqual([['south'], ['west', 'north'], ['east']]);
});

test('R17: when one side is left, the others follow in reverse order of elimination', () => {
  const history = ['north', 'south', 'west'] as const;
  const end = history.reduce((here, side) => removeFrom(here, side), startHistory(startPosition('four')));
  expect(places(end)).toEqual([['east'], ['west'], ['south'], ['north']]);
});

test('R15: a side cannot leave after the end of the game', () => {
  const over = removeFrom(startHistory(startPosition('long')), 'south');
  expect(removeFrom(over, 'north')).toBe(over);
});

test('playing from a position does not change it', () => {
  const position = startPosition('long');
  const text = formatPosition(position);
  for (const move of legalMoves(position)) play(position, move);
  expect(formatPosition(position)).toBe(text);
});
