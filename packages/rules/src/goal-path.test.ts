import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goalSquare, squareName } from './board.ts';
import { goalPath } from './goal-path.ts';
import { isLegal } from './legal.ts';
import { startPosition } from './named-setups.ts';
import { play } from './play.ts';
import { formatPosition, parsePosition } from './position-text.ts';
import type { Side } from './sides.ts';
import { setUp } from './testing/boards.ts';
import { playChoices, someStart } from './testing/games.ts';

const names = (position: Parameters<typeof goalPath>[0], side: Side) =>
  goalPath(position, side)?.map(
    ({ from, to }) => `${squareName(position.size, from)}-${squareName(position.size, to)}`,
  );

test('a T alone on the board crosses from one low corner to the other in nine moves', () => {
  const path = names(setUp('south', { a1: 'south T', h1: 'north T' }), 'south');
  expect(path).toHaveLength(9);
});

test('a T next to its goal steps down into it, whichever side is to move', () => {
  expect(names(setUp('north', { g8: 'south T', a8: 'north T' }), 'south')).toEqual(['g8-h8']);
});

test('a path that only a capture opens includes the capture', () => {
  const position = setUp('south', { g7: 'south T', h8: 'north A', a8: 'north T' });
  expect(names(position, 'south')).toEqual(['g7-h8']);
});

test('there is no path for a T that cannot move, nor for a side without a T', () => {
  const shut = setUp('south', {
    g7: 'south T',
    g8: 'north A',
    h7: 'north A',
    h8: 'north D',
    f7: 'north D',
    g6: 'north D',
    f6: 'north D',
    f8: 'north D',
    h6: 'north D',
    a8: 'north T',
  });
  expect(goalPath(shut, 'south')).toBeUndefined();
  expect(goalPath(setUp('south', { g7: 'south D', a8: 'north T' }), 'south')).toBeUndefined();
});

test('at the standard start both sides have the same distance', () => {
  const start = startPosition('short');
  expect(goalPath(start, 'south')?.length).toBe(goalPath(start, 'north')?.length);
});

test('every path is a sequence of legal moves of the T that ends on the goal', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat(), { maxLength: 40 }), (choice, choices) => {
      const { position } = playChoices(someStart(choice), choices);
      const side = position.turn;
      const path = goalPath(position, side) ?? [];
      let here = position;
      for (const move of path) {
        expect(isLegal(here, move)).toBe(true);
        const played = play(here, move);
        if (!played.ok) throw new Error(played.error.code);
        if (move.to === goalSquare(position.size, side)) break;
        const fields = formatPosition(played.value).split(' ');
        fields[1] = side.charAt(0);
        const read = parsePosition(fields.join(' '), position.rules);
        if (!read.ok) throw new Error(read.error.code);
        here = read.value;
      }
      if (path.length > 0) expect(path.at(-1)?.to).toBe(goalSquare(position.size, side));
    }),
  );
});
