import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goalSquare, squareName } from './board.ts';
import { isLegal } from './legal.ts';
import { play } from './play.ts';
import { formatPosition, parsePosition } from './position-text.ts';
import { startPosition } from './setups.ts';
import { shortestWay } from './shortest-way.ts';
import type { Side } from './sides.ts';
import { setUp } from './testing/boards.ts';
import { someStart, walk } from './testing/games.ts';

const names = (position: Parameters<typeof shortestWay>[0], side: Side) =>
  shortestWay(position, side)?.map(
    ({ from, to }) => `${squareName(position.size, from)}-${squareName(position.size, to)}`,
  );

test('a T alone on the board gets from its low corner to the other one in nine moves', () => {
  const way = names(setUp('south', { a1: 'south T', h1: 'north T' }), 'south');
  expect(way).toHaveLength(9);
});

test('a T beside its goal steps down into it, whoever is to move', () => {
  expect(names(setUp('north', { g8: 'south T', a8: 'north T' }), 'south')).toEqual(['g8-h8']);
});

test('a way that only a capture opens goes through the capture', () => {
  const position = setUp('south', { g7: 'south T', h8: 'north A', a8: 'north T' });
  expect(names(position, 'south')).toEqual(['g7-h8']);
});

test('there is no way for a T that cannot move, nor for a side that has none', () => {
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
  expect(shortestWay(shut, 'south')).toBeUndefined();
  expect(shortestWay(setUp('south', { g7: 'south D', a8: 'north T' }), 'south')).toBeUndefined();
});

test('from the start of the usual game both have the same distance to go', () => {
  const start = startPosition('short');
  expect(shortestWay(start, 'south')?.length).toBe(shortestWay(start, 'north')?.length);
});

test('every way is a chain of legal moves of the T that ends on the goal', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat(), { maxLength: 40 }), (choice, path) => {
      const { position } = walk(someStart(choice), path);
      const side = position.turn;
      const way = shortestWay(position, side) ?? [];
      let here = position;
      for (const move of way) {
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
      if (way.length > 0) expect(way.at(-1)?.to).toBe(goalSquare(position.size, side));
    }),
  );
});
