import { expect, test } from 'vitest';
import { bySuite } from '../../../../tools/testing/suite.ts';
import { assemble } from '../assemble.ts';
import { fileOf, rankOf, type Square, squareAt, squareName } from '../board.ts';
import { calls } from '../calls.ts';
import { historyOutcome } from '../history.ts';
import { explainIllegal } from '../illegal.ts';
import { legalMoves } from '../legal.ts';
import { SETUP_NAMES } from '../named-setups.ts';
import { outcome } from '../outcome.ts';
import { core, type Position, pieceAt, pieces, sidesIn } from '../position.ts';
import { formatPosition } from '../position-text.ts';
import { setupOf } from '../setup.ts';
import { playChoice, someStart } from './games.ts';
import { seededIntegers } from './random.ts';
import {
  type Coordinates,
  type ReferenceGame,
  type ReferenceMove,
  referenceMoves,
  referencePlay,
  referenceRemove,
  referenceStart,
} from './reference.ts';

const STARTS = 48; // every setup under all rules
const GAMES = STARTS * bySuite(1, 5);
const PLIES = 120;

const spot = (position: Position, square: Square): Coordinates => ({
  file: fileOf(position.size, square),
  rank: rankOf(position.size, square),
});

const asText = ({ from, to }: ReferenceMove): string => `${from.file},${from.rank}-${to.file},${to.rank}`;

const board = (position: Position): ReferenceGame['board'] =>
  Array.from({ length: position.size }, (_, rank) =>
    Array.from({ length: position.size }, (_unused, file) => {
      const square = squareAt(position.size, file, rank);
      return square === undefined ? undefined : pieceAt(position, square);
    }),
  );

/** The words built from the visible position must equal those that `make` updated incrementally. */
function expectSameInside(position: Position): void {
  expect(assemble(setupOf(position))[core].words).toEqual(position[core].words);
}

/** R18, R19 by brute force: the next move of an opponent captures the T. */
function referenceInDanger(game: ReferenceGame, side: string): boolean {
  return game.seats.some(
    (turn) =>
      turn !== side &&
      !game.out.includes(turn) &&
      referenceMoves({ ...game, turn }).some(({ to }) => {
        const victim = game.board[to.rank]?.[to.file];
        return victim?.t === true && victim.side === side;
      }),
  );
}

function referenceMate(game: ReferenceGame): boolean {
  const mover = game.turn;
  return (
    referenceInDanger(game, mover) &&
    referenceMoves(game).every((move) => {
      const next = referencePlay(game, move);
      if (next.winner) return next.winner !== mover;
      if (next.out.includes(mover)) return true;
      const drawn = referenceMoves(next).length === 0;
      return !drawn && referenceInDanger(next, mover);
    })
  );
}

test('random games agree with the reference implementation in moves, boards, turns, ends, calls and rebuilt words', () => {
  const next = seededIntegers(2026);
  for (let game = 0; game < GAMES; game++) {
    let history = someStart(game);
    const { rules, size } = history.position;
    let reference = referenceStart(SETUP_NAMES[game % SETUP_NAMES.length] ?? 'long', rules);
    for (let ply = 0; ply < PLIES && !historyOutcome(history); ply++) {
      const { position } = history;
      const listed = legalMoves(position).map(({ from, to }) =>
        asText({ from: spot(position, from), to: spot(position, to) }),
      );
      const expected = referenceMoves(reference).map(asText);
      if (listed.toSorted().join() !== expected.toSorted().join()) {
        expect(listed.toSorted(), formatPosition(position)).toEqual(expected.toSorted());
      }
      const before = history;
      history = playChoice(history, next());
      const { move, left } = history;
      if (left) reference = referenceRemove(reference, left);
      else if (move)
        reference = referencePlay(reference, {
          from: spot(before.position, move.from),
          to: spot(before.position, move.to),
        });
      const after = history.position;
      const where = `${formatPosition(after)} after ${move ? squareName(size, move.from) : left}`;
      expect({ board: board(after), turn: after.turn, out: after.out, quiet: after.quiet }, where).toEqual({
        board: reference.board,
        turn: reference.turn,
        out: reference.out,
        quiet: reference.quiet,
      });
      const end = outcome(after);
      expect(end?.kind === 'win' ? end.winner : undefined, where).toBe(reference.winner);
      expect(end !== undefined, where).toBe(referenceMoves(reference).length === 0);
      expectSameInside(after);
      if (ply % 8 === 0 && !historyOutcome(history)) {
        const said = calls(after);
        expect(said.terrace, where).toEqual(sidesIn(after).filter((side) => referenceInDanger(reference, side)));
        expect(said.mate, where).toBe(referenceMate(reference));
      }
      for (const side of after.seats) {
        expect(pieces(after).filter(({ piece }) => piece.t && piece.side === side).length, where).toBeLessThan(2);
      }
    }
  }
}, 120_000);

test('a move has an explanation exactly if it is illegal', () => {
  const next = seededIntegers(7);
  for (let game = 0; game < STARTS; game++) {
    let history = someStart(game);
    for (let ply = 0; ply < 40 && !historyOutcome(history); ply++) history = playChoice(history, next());
    const { position } = history;
    const legal = new Set(legalMoves(position));
    for (const { square: from } of pieces(position)) {
      for (let index = 0; index < position.size ** 2; index++) {
        const to = squareAt(position.size, index % position.size, Math.floor(index / position.size));
        if (to === undefined) continue;
        const listed = [...legal].some((move) => move.from === from && move.to === to);
        expect(explainIllegal(position, from, to) === undefined, `${from}-${to} ${formatPosition(position)}`).toBe(
          listed,
        );
      }
    }
  }
}, 60_000);
