import {
  formatPosition,
  type History,
  historyOutcome,
  legalMoves,
  type Move,
  momentsOf,
  type Outcome,
  outcome,
  type Position,
  perft,
  playOn,
  SETUP_NAMES,
  STANDARD_RULES,
  sideIndex,
  startHistory,
  startPosition,
} from '@terrace/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EVERY_RULES, playChoices, someStart } from '../../rules/src/testing/games.ts';
import { PERFT_COUNTS } from '../../rules/src/testing/perft-counts.ts';
import { seededIntegers } from '../../rules/src/testing/random.ts';
import { type Core, GAME_OVER, instantiateCore } from './core.ts';
import { loadGame } from './load-game.ts';
import { readMoves, readSearch } from './read-answers.ts';
import { searchedGame } from './searched-game.ts';
import { coreModule } from './testing/core.ts';
import { randomPosition } from './testing/positions.ts';

const core = instantiateCore(coreModule, { now: () => performance.now(), report: () => undefined });

const inOrder = (moves: readonly Move[]) =>
  moves.map(({ from, to }) => from * 64 + to).sort((one, other) => one - other);

const whoseEnd = (by: Core): string => {
  const over = by.over();
  if (over === 0) return 'goes on';
  if (over === GAME_OVER.draw) return `draw ${by.winner()}`;
  return `${over === GAME_OVER.arrival ? 'arrival' : 'last-in'} ${by.winner()}`;
};

const endOf = (end: Outcome | undefined): string => {
  if (!end) return 'goes on';
  return end.kind === 'draw' ? 'draw -1' : `${end.by} ${sideIndex[end.winner]}`;
};

function expectSame(history: History): void {
  const text = formatPosition(history.position);
  const end = historyOutcome(history);
  expect(whoseEnd(core), text).toBe(endOf(end));
  const moves = end ? [] : legalMoves(history.position);
  expect(inOrder(readMoves(core, history.position.size)), text).toEqual(inOrder(moves));
}

const load = (history: History): Position => loadGame(core, searchedGame(history));

test('a module other than the core is rejected', () => {
  const empty = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  expect(() => instantiateCore(empty, { now: () => 0, report: () => undefined })).toThrow(/not the engine's core/);
});

describe('the core counts as many sequences of legal moves as the rules', () => {
  test.each(SETUP_NAMES)('from %s, under all rules', (setup) => {
    for (const rules of EVERY_RULES) {
      const counts = PERFT_COUNTS.find(
        ([name, capture, sliding]) => name === setup && capture === rules.capture && sliding === rules.sliding,
      )?.[3];
      load(startHistory(startPosition(setup, rules)));
      expect([1, 2, 3].map((depth) => core.perft(depth))).toEqual(counts?.slice(0, 3));
    }
  });

  test.each([
    ['long', 4],
    ['four6', 6],
  ] as const)('from %s, %i moves deep', (setup, depth) => {
    const start = startPosition(setup);
    load(startHistory(start));
    expect(core.perft(depth)).toBe(perft(start, depth));
  });

  test('from any position of the editor', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const position = randomPosition(seededIntegers(seed));
        load(startHistory(position));
        expect(core.perft(2), formatPosition(position)).toBe(perft(position, 2));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the core lists the same moves and the same end of a game as the rules', () => {
  const games = fc.tuple(fc.nat(47), fc.array(fc.nat(), { maxLength: 150 }));

  test('at every moment of games from every start, with departures', () => {
    fc.assert(
      fc.property(games, ([start, choices]) => {
        for (const moment of momentsOf(playChoices(someStart(start), choices))) {
          load(moment);
          if (outcome(moment.position)?.kind !== 'win') expectSame(moment); // a game that is won is not searched
        }
      }),
      { numRuns: 200 },
    );
  });

  test('and when it plays the game itself', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.nat(), { maxLength: 80 }), (seed, choices) => {
        let history = startHistory(randomPosition(seededIntegers(seed)));
        load(history);
        for (const choice of choices) {
          const moves = historyOutcome(history) ? [] : legalMoves(history.position);
          const move = moves[choice % moves.length];
          if (!move) break;
          const played = playOn(history, move);
          if (!played.ok) throw new Error(played.error.code);
          history = played.value;
          core.playMove(move.from, move.to);
          expectSame(history);
        }
      }),
      { numRuns: 500 },
    );
  });
});

test('a settled best move ends a timed search early, unless the whole time is wanted', () => {
  let clock = 0;
  const timed = instantiateCore(coreModule, { now: () => clock++, report: () => undefined });
  const game = { position: '1DC5/7T/6B1/2b3C1/8/bc6/7c/1t5d n sn 17 26', rules: STANDARD_RULES, earlier: [] };
  const { size } = loadGame(timed, game);
  const searchWith = (share: number) => {
    timed.clearTable();
    timed.endEasySearches(share);
    timed.search(100, Number.POSITIVE_INFINITY, clock + 150, 1);
    return readSearch(timed, size);
  };
  const whole = searchWith(1);
  const easy = searchWith(0.3);
  expect(easy.lines[0]?.moves[0]).toEqual(whole.lines[0]?.moves[0]);
  expect(easy.nodes).toBeLessThan(0.8 * whole.nodes);
  expect(easy.nodes).toBeGreaterThan(0.3 * whole.nodes);
});
