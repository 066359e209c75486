import {
  formatPosition,
  historyOutcome,
  legalMoves,
  type Move,
  outcome,
  type Position,
  SETUP_NAMES,
  startHistory,
  startPosition,
} from '@terrace/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { playChoices, someStart } from '../../rules/src/testing/games.ts';
import { seededIntegers } from '../../rules/src/testing/random.ts';
import { NO_MISJUDGEMENT, OWN_CAPTURE_GAIN, reasonsFor } from './choose.ts';
import { createEngine } from './engine.ts';
import { capturesOwnPiece, essentialMoves, isSameMove, keepsT } from './promises.ts';
import { searchedGame } from './searched-game.ts';
import { STRENGTH_TABLE, strengthOf } from './strength.ts';
import { coreModule } from './testing/core.ts';
import { playAll } from './testing/games.ts';
import { randomPosition } from './testing/positions.ts';
import { PROVED } from './thought.ts';

const engine = createEngine(coreModule);
const numbers = STRENGTH_TABLE.map((_strength, index) => index + 1);
const from = (position: Position) => searchedGame(startHistory(position));
const choose = (position: Position, strength: number, seed: number) =>
  engine.choose(from(position), strength, { seed });

function forPositions(numRuns: number, check: (position: Position, seed: number) => void): void {
  const played = fc
    .tuple(fc.nat(47), fc.array(fc.nat(), { maxLength: 100 }))
    .map(([start, choices]) => playChoices(someStart(start), choices).position);
  const edited = fc.integer().map((seed) => randomPosition(seededIntegers(seed)));
  fc.assert(
    fc.property(fc.oneof(played, edited), fc.nat(1000), (position, seed) => {
      if (!outcome(position)) check(position, seed);
    }),
    { numRuns },
  );
}

test('a computer of any strength has a legal move from every start', () => {
  for (const setup of SETUP_NAMES) {
    const start = startHistory(startPosition(setup));
    for (const strength of numbers.slice(0, 6)) {
      const move = engine.choose(searchedGame(start), strength, { seed: 3 });
      expect(playAll(start, move ? [move] : []).position.ply).toBe(2);
    }
  }
});

test('a computer has no move after the end of the game', () => {
  fc.assert(
    fc.property(fc.nat(47), fc.array(fc.nat(), { minLength: 300, maxLength: 600 }), (start, choices) => {
      const history = playChoices(someStart(start), choices);
      const move = engine.choose(searchedGame(history), 2, { seed: 1 });
      expect(move === undefined).toBe(historyOutcome(history) !== undefined);
    }),
    { numRuns: 30 },
  );
});

test('the same seed gives the same choice after different searches', () => {
  forPositions(6, (position, seed) => {
    const choices = numbers.slice(0, 6).map((strength) => choose(position, strength, seed));
    const again = numbers
      .slice(0, 6)
      .toReversed()
      .map((strength) => choose(position, strength, seed));
    expect(again.toReversed()).toEqual(choices);
  });
});

test('different seeds make weak computers play differently', () => {
  const start = startPosition('long');
  const moves = Array.from({ length: 12 }, (_, seed) => JSON.stringify(choose(start, 1, seed)));
  expect(new Set(moves).size).toBeGreaterThan(2);
});

test('a computer has a move even when its time is used up', () => {
  for (const strength of [7, 8])
    expect(engine.choose(from(startPosition('four')), strength, { seed: 1, timeMs: 30 })).toBeDefined();
});

function areLost(position: Position, moves: readonly Move[]): boolean {
  const lines = engine.search(from(position), { depth: 3, lines: 64 }).lines;
  return moves.every((move) =>
    lines.some(({ score, moves: [one] }) => one && isSameMove(one, move) && score < -PROVED),
  );
}

describe('guarantees of the strengths', () => {
  test('from strength 3 on a computer arrives or captures a T when it can', () => {
    let seen = 0;
    forPositions(120, (position, seed) => {
      const wins = essentialMoves(position);
      if (wins.length === 0) return;
      seen++;
      const strength = 3 + (seed % 4);
      const { lines } = engine.think(from(position), strength, { seed });
      const [line] = lines;
      const isWin = wins.some((win) => line?.moves[0] && isSameMove(win, line.moves[0]));
      // With three or four sides, capturing a T may let another side arrive.
      if (position.seats.length === 2) expect(isWin, formatPosition(position)).toBe(true);
      else expect(isWin || areLost(position, wins), formatPosition(position)).toBe(true);
    });
    expect(seen).toBeGreaterThan(5);
  });

  test('from strength 4 on a computer does not leave its T en prise if it can avoid that', () => {
    forPositions(60, (position, seed) => {
      const strength = 4 + (seed % 3);
      const move = choose(position, strength, seed);
      const notToMiss = essentialMoves(position);
      if (!move || notToMiss.length > 0) return;
      const avoidable = legalMoves(position).some((other) => keepsT(position, other));
      expect(!avoidable || keepsT(position, move), formatPosition(position)).toBe(true);
    });
  });

  test('a computer captures an own piece only if a deeper search confirms it', () => {
    forPositions(60, (position, seed) => {
      const number = 1 + (seed % 6);
      const strength = strengthOf(number);
      const [line] = engine.think(from(position), number, { seed }).lines;
      const move = line?.moves[0];
      if (!line || !move || !capturesOwnPiece(position, move) || line.score >= PROVED) return;
      const lines = reasonsFor(position, strength, (limits, misjudgement) => {
        expect(misjudgement).toEqual(NO_MISJUDGEMENT);
        return engine.search(from(position), limits);
      });
      const other = lines.find(({ moves: [one] }) => one && !capturesOwnPiece(position, one));
      const same = lines.find(({ moves: [one] }) => one && isSameMove(one, move));
      const keeps = other?.moves[0] && keepsT(position, other.moves[0]);
      if (other && same && keeps) expect(same.score - other.score).toBeGreaterThanOrEqual(OWN_CAPTURE_GAIN);
    });
  });
});
