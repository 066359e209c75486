import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assemble } from './assemble.ts';
import { onBoard, type Square } from './board.ts';
import { legalMoves } from './legal.ts';
import { outcome } from './outcome.ts';
import { type Position, pieces } from './position.ts';
import type { Side } from './sides.ts';
import { playChoices, someStart } from './testing/games.ts';

const across: Readonly<Record<Side, Side>> = { south: 'north', north: 'south', west: 'east', east: 'west' };

function turned(position: Position, square: Square): Square {
  const other = position.size ** 2 - 1 - square;
  if (!onBoard(position.size, other)) throw new Error('a turned board is the same board');
  return other;
}

const turnedBoard = (position: Position): Position =>
  assemble({
    ...position,
    seats: position.seats.map((side) => across[side]),
    out: position.out.map((side) => across[side]),
    turn: across[position.turn],
    pieces: new Map(
      pieces(position).map(({ square, piece }) => [turned(position, square), { ...piece, side: across[piece.side] }]),
    ),
  });

test("R1, R2, R12: a half turn of the board maps South's moves to North's, and East's to West's", () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat(), { maxLength: 150 }), (start, path) => {
      const { position } = playChoices(someStart(start), path);
      const other = turnedBoard(position);
      const moves = legalMoves(other).map(({ from, to }) => ({ from: turned(other, from), to: turned(other, to) }));
      const inOrder = moves.toSorted((a, b) => a.from - b.from || a.to - b.to);
      expect(inOrder).toEqual(legalMoves(position));
      const [end, otherEnd] = [outcome(position), outcome(other)];
      expect(otherEnd).toEqual(end?.kind === 'win' ? { ...end, winner: across[end.winner] } : end);
    }),
    { numRuns: 150 },
  );
});
