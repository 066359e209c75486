import {
  formatPosition,
  legalMoves,
  type Move,
  outcome,
  type Position,
  play,
  type Side,
  sidesIn,
  startHistory,
} from '@terrace/rules';
import { expect, test } from 'vitest';
import { seededIntegers } from '../../rules/src/testing/random.ts';
import { createEngine } from './engine.ts';
import { essentialMoves } from './promises.ts';
import { searchedGame } from './searched-game.ts';
import { coreModule } from './testing/core.ts';
import { positionFromText } from './testing/games.ts';
import { randomPosition } from './testing/positions.ts';
import { PROVED } from './thought.ts';

const engine = createEngine(coreModule);
const from = (position: Position) => searchedGame(startHistory(position));

/** Small positions of three and four sides in play, in which the side to move loses to all opponents together. */
function* lostPositions(seeds: number) {
  for (let seed = 0; seed < seeds; seed++) {
    const position = randomPosition(seededIntegers(seed), { players: 3 + (seed % 2), pieces: 7, boardSize: 6 });
    if (sidesIn(position).length < 3) continue;
    const [line] = engine.search(from(position), { depth: 6 }).lines;
    if (line && line.score < -PROVED) yield position;
  }
}

function played(position: Position, move: Move): Position {
  const after = play(position, move);
  if (!after.ok) throw new Error(after.error.code);
  return after.value;
}

/** The same position with another side to move. */
function asTurnOf(turn: Side, position: Position): Position {
  const [board, , ...rest] = formatPosition(position).split(' ');
  return positionFromText([board, turn[0], ...rest].join(' '), position.rules);
}

const isOut = (position: Position, side: Side) => {
  const end = outcome(position);
  return end?.kind === 'win' ? end.winner !== side : position.out.includes(side);
};

/** Whether one opponent, moving alone, eliminates the side or wins within so many of its moves. */
function losesTo(rival: Side, position: Position, side: Side, moves: number): boolean {
  if (isOut(position, side)) return true;
  if (outcome(position) || moves === 0 || !sidesIn(position).includes(rival)) return false;
  return legalMoves(asTurnOf(rival, position)).some((attack) => {
    const attacked = played(asTurnOf(rival, position), attack);
    if (isOut(attacked, side)) return true;
    if (outcome(attacked) || moves === 1) return false;
    const own = asTurnOf(side, attacked);
    return legalMoves(own).every((answer) => losesTo(rival, played(own, answer), side, moves - 1));
  });
}

const isSafe = (position: Position, move: Move): boolean =>
  sidesIn(position).every(
    (rival) => rival === position.turn || !losesTo(rival, played(position, move), position.turn, 2),
  );

test('a side that loses to all opponents together defends against each alone', () => {
  let defended = 0;
  for (const position of lostPositions(120)) {
    if (essentialMoves(position).length > 0) continue; // a computer captures a T
    const move = engine.choose(from(position), 7, { seed: 1 });
    if (move && isSafe(position, move)) defended++;
    else expect(legalMoves(position).filter((other) => isSafe(position, other))).toEqual([]);
  }
  expect(defended).toBeGreaterThan(3);
});

test('a computer of three and four answers alike after other games', () => {
  const used = createEngine(coreModule);
  for (let seed = 0; seed < 60; seed++) {
    const position = randomPosition(seededIntegers(seed), { players: 3 + (seed % 2), pieces: 20 });
    const answer = (by: typeof engine) => {
      const { lines, nodes } = by.think(from(position), 6, { seed: 1 });
      return { lines, nodes };
    };
    expect(answer(used), formatPosition(position)).toEqual(answer(createEngine(coreModule)));
  }
});
