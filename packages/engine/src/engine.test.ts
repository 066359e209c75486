import {
  formatPosition,
  historyOutcome,
  legalMoves,
  type Position,
  SETUP_NAMES,
  sidesIn,
  squareName,
  startHistory,
  startPosition,
} from '@terrace/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveOf } from '../../rules/src/testing/boards.ts';
import { EVERY_RULES, playChoices, someStart } from '../../rules/src/testing/games.ts';
import { seededIntegers } from '../../rules/src/testing/random.ts';
import { CONTEMPT } from './choose.ts';
import { createEngine } from './engine.ts';
import { searchedGame } from './searched-game.ts';
import { coreModule } from './testing/core.ts';
import { playAll, positionFromText } from './testing/games.ts';
import { randomPosition } from './testing/positions.ts';
import { solve } from './testing/solve.ts';
import { type Thought, WIN } from './thought.ts';

const engine = createEngine(coreModule);

const from = (position: Position) => searchedGame(startHistory(position));
const answer = ({ lines, depth, nodes }: Thought) => ({ lines, depth, nodes });

describe('a search', () => {
  test('finds legal lines from every start, under all rules', () => {
    for (const setup of SETUP_NAMES) {
      for (const rules of EVERY_RULES) {
        const start = startPosition(setup, rules);
        const { lines, depth } = engine.search(from(start), { depth: 3, lines: 3 });
        expect(depth).toBe(3);
        expect(lines).toHaveLength(3);
        for (const { moves } of lines) expect(() => playAll(startHistory(start), moves)).not.toThrow();
        const scores = lines.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
        expect(new Set(lines.map(({ moves: [move] }) => move && move.from * 64 + move.to)).size).toBe(3);
      }
    }
  });

  test('finds legal lines from any position, and none after the end of the game', () => {
    fc.assert(
      fc.property(fc.nat(47), fc.array(fc.nat(), { maxLength: 120 }), (start, choices) => {
        const history = playChoices(someStart(start), choices);
        const { lines } = engine.search(searchedGame(history), { nodes: 2000, lines: 2 });
        if (historyOutcome(history)) expect(lines).toEqual([]);
        else expect(lines).toHaveLength(Math.min(2, legalMoves(history.position).length));
        for (const { moves } of lines)
          expect(playAll(history, moves).position.ply).toBeGreaterThan(history.position.ply);
      }),
      { numRuns: 200 },
    );
  });

  test('reports each finished depth', () => {
    const heard: Thought[] = [];
    const last = engine.search(from(startPosition('short')), { depth: 5 }, (thought) => heard.push(thought));
    expect(heard.map(({ depth }) => depth)).toEqual([1, 2, 3, 4, 5]);
    expect(answer(heard.at(-1) ?? last)).toEqual(answer(last));
  });

  test('ends when its nodes are used up', () => {
    expect(engine.search(from(startPosition('long')), { nodes: 5000 }).nodes).toBeLessThanOrEqual(5000);
  });

  test('ends with a legal move when its time is used up', () => {
    // Without the time limit the search would take hours.
    const { lines, depth } = engine.search(from(startPosition('long')), { timeMs: 60, depth: 60 });
    expect(lines).toHaveLength(1);
    expect(depth).toBeLessThan(60);
  });
});

describe('with limits of nodes or depth, the answer depends only on the game', () => {
  const limits = [{ nodes: 50_000 }, { depth: 5 }, { nodes: 20_000, lines: 3 }];

  test.each(['long', 'short', 'four', 'three6'] as const)('from %s', (setup) => {
    const game = from(startPosition(setup));
    for (const limit of limits) {
      const first = answer(createEngine(coreModule).search(game, limit));
      engine.search(from(startPosition('medium')), { timeMs: 50 });
      engine.search(game, { timeMs: 100 });
      engine.choose(game, 2, { seed: 7 });
      expect(answer(engine.search(game, limit))).toEqual(first);
    }
  });
});

test('with three or four sides, results for one side are not reused for another', () => {
  const shared = createEngine(coreModule);
  const goesOn = { timeMs: 60_000 }; // with a time limit, earlier results are kept
  let [after, fresh] = [0, 0];
  for (let seed = 0; seed < 150; seed++) {
    const before = startHistory(
      randomPosition(seededIntegers(seed), { players: 3 + (seed % 2), pieces: 12, boardSize: 6 }),
    );
    shared.search(searchedGame(before), { depth: 1 });
    const move = shared.search(searchedGame(before), { depth: 5, ...goesOn }).lines[0]?.moves[0];
    const next = move && playAll(before, [move]);
    if (!next || historyOutcome(next) || sidesIn(next.position).length < 3) continue;
    after += shared.search(searchedGame(next), { depth: 4, ...goesOn }).nodes;
    fresh += engine.search(searchedGame(next), { depth: 4 }).nodes;
  }
  // Not equal, because the order of moves was learned as well. With results reused it is 0.83.
  expect(after / fresh).toBeGreaterThan(0.89);
});

describe('a proved win is stated in plies', () => {
  const small = { players: 2, boardSize: 6, pieces: 8 } as const;

  test('as an exhaustive search finds it', () => {
    let proved = 0;
    const known = Array.from({ length: 45 }, (_, seed): [number] => [seed]); // every run must prove enough of them
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        // A third of the games end within a few quiet plies.
        const kind = seed % 3 ? small : { ...small, quiet: 197 + (Math.abs(seed) % 9) / 3 };
        const position = randomPosition(seededIntegers(seed), kind);
        const score = solve(position, 4);
        const found = engine.search(from(position), { depth: 8 }).lines[0]?.score ?? 0;
        if (score !== 0) expect(found, formatPosition(position)).toBe(score);
        else expect(WIN - Math.abs(found), formatPosition(position)).toBeGreaterThan(4);
        if (score !== 0) proved++;
      }),
      { numRuns: 60, examples: known },
    );
    expect(proved).toBeGreaterThan(5);
  });
});

test('a T that arrives unless it is stopped is seen without another ply', () => {
  const wins = positionFromText('8/8/8/8/8/T7/8/4d2t n sn 0 1');
  expect(engine.search(from(wins), { depth: 1 }).lines[0]?.score).toBe(WIN - 3);
  const stopped = positionFromText('8/8/8/8/8/T7/8/1d5t n sn 0 1');
  expect(engine.search(from(stopped), { depth: 1 }).lines[0]?.score).toBeLessThan(WIN - 100);
  // South's T stands on East's goal and can leave it.
  const left = positionFromText('6/6/6/1T4/6/t5 e se 4 15');
  expect(engine.search(from(left), { depth: 8 }).lines[0]?.score).toBeLessThan(WIN - 4);
});

test('a T whose only move loses it is not worth its evaluation', () => {
  const position = positionFromText("6/5B'/2A'B'2/1C'3T'/6/4TA' w we 4 32");
  expect(engine.search(from(position), { depth: 2 }).lines[0]?.score).toBe(WIN - 3);
});

describe('a draw is recognized as the rules define it', () => {
  test('when a position occurs for the third time', () => {
    const start = positionFromText('2D4T/8/8/8/8/8/8/t2a4 s sn 0 1');
    const there = [moveOf('a1', 'a2'), moveOf('h8', 'h7')];
    const back = [moveOf('a2', 'a1'), moveOf('h7', 'h8')];
    const history = playAll(startHistory(start), [...there, ...back, ...there, moveOf('a2', 'a1')]);
    const { lines } = engine.search(searchedGame(history), { depth: 1, lines: 16 });
    const third = lines.find(({ moves: [move] }) => move && squareName(8, move.to) === 'h8');
    expect(third?.score).toBe(0);
    const over = playAll(history, [moveOf('h7', 'h8')]);
    expect(historyOutcome(over)).toEqual({ kind: 'draw', by: 'repetition' });
    expect(engine.search(searchedGame(over), { depth: 1 }).lines).toEqual([]);
  });

  test('at the last quiet ply', () => {
    const last = positionFromText('2D4T/8/8/8/8/8/8/t2a4 s sn 199 300');
    const { lines } = engine.search(from(last), { depth: 4, lines: 16 });
    expect(new Set(lines.map(({ score }) => score))).toEqual(new Set([0]));
  });

  test('and a computer values it less than a level position', () => {
    const last = positionFromText('2D4T/8/8/8/8/8/8/t2a4 s sn 199 300');
    expect(engine.think(from(last), 8, { seed: 1 }).lines[0]?.score).toBe(-CONTEMPT);
    expect(engine.search(from(last), { depth: 4 }).lines[0]?.score).toBe(0);
  });
});
