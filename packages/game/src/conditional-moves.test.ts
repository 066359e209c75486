import { type ConditionalMove, MAX_CONDITIONAL_DEPTH, MAX_CONDITIONAL_MOVES } from '@terrace/protocol';
import {
  type History,
  historyOutcome,
  legalMoves,
  playMoves,
  playOn,
  type Side,
  startHistory,
  startPosition,
} from '@terrace/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Branch,
  branchesOf,
  checkBranches,
  cutBranches,
  listBranches,
  mergeBranches,
  namesOf,
} from './conditional-moves.ts';

const start = startHistory(startPosition('long'));
function played(moves: readonly string[], from: History = start): History {
  const history = playMoves(from, moves);
  if (!history.ok) throw new Error(`${history.error.text}: ${history.error.why.code}`);
  return history.value;
}
const line = (...texts: (string | null)[]): Branch[] =>
  texts.reduceRight<Branch[]>((children, text) => [{ move: squares(text), children }], []);
function squares(text: string | null): Branch['move'] {
  const [from = '', to = ''] = text?.split('-') ?? [];
  return text === null ? null : { from, to };
}
const first = ([branch]: readonly Branch[] = []) => branch?.move && `${branch.move.from}-${branch.move.to}`;
const problemOf = (owner: Side, branches: readonly Branch[], from = start) => {
  const checked = checkBranches(from, owner, branches);
  return checked.ok ? undefined : checked.error;
};

test('a tree survives being listed, and a list with a gap in its depths is refused', () => {
  const branches = [...line('d2-d3', 'e7-e6', 'd3-d2', 'e6-e7'), ...line('e2-e3', 'd7-d6'), ...line(null, 'e7-e6')];
  expect(branchesOf(listBranches(branches))).toEqual(branches);
  const gap: ConditionalMove[] = [
    { depth: 1, move: null },
    { depth: 3, move: null },
  ];
  expect(branchesOf(gap)).toBeUndefined();
});

test('replies of two seats branch, and each own move is single', () => {
  expect(problemOf('north', [...line('d2-d3', 'e7-e6'), ...line('e2-e3', 'd7-d6'), ...line(null, 'e7-e6')])).toBe(
    undefined,
  );
  const twoOwn = [{ move: squares('d2-d3'), children: [...line('e7-e6'), ...line('d7-d6')] }];
  expect(problemOf('north', twoOwn)).toMatchObject({ why: 'own' });
  expect(problemOf('north', [...line('d2-d3', 'e7-e6'), ...line('d2-d3', 'd7-d6')])).toMatchObject({ why: 'reply' });
  expect(problemOf('south', line(null, 'e7-e6'))).toMatchObject({ why: 'order' });
});

test('an illegal move is refused at any depth, and after any moves it is checked only on playing', () => {
  expect(problemOf('north', line('d2-d3', 'e7-e6', 'd3-h8', 'e6-e7'))).toMatchObject({
    code: 'illegal-move',
    from: 'd3',
    to: 'h8',
  });
  expect(problemOf('north', line(null, 'e7-h1'))).toBeUndefined();
});

test('with four seats there is a single line, which may end in any moves before the own one', () => {
  const four = startHistory(startPosition('four'));
  expect(problemOf('north', line('d1-d2', null, 'd8-d7'), four)).toBeUndefined();
  expect(problemOf('north', [...line('d1-d2', null, 'd8-d7'), ...line(null, 'd8-d7')], four)).toMatchObject({
    why: 'line',
  });
  const now = played(['d1-d2', 'a4-b4'], four);
  expect(first(cutBranches(four, 'north', line('d1-d2', null, 'd8-d7'), now) ?? [])).toBe('d8-d7');
});

test('a branch without a reply of the owner is dropped', () => {
  const checked = checkBranches(start, 'north', [...line('d2-d3', 'e7-e6', 'd3-d2'), ...line('e2-e3')]);
  expect(checked).toEqual({ ok: true, value: line('d2-d3', 'e7-e6') });
});

test('a line that is too deep or a tree that is too large is refused', () => {
  const deep = line(...Array.from({ length: MAX_CONDITIONAL_DEPTH + 2 }, (_, n) => (n % 2 === 0 ? null : 'e7-e6')));
  expect(problemOf('north', deep)).toMatchObject({ why: 'size' });
  const wide = legalMoves(start.position).flatMap((move) => {
    const { from, to } = namesOf(start, move);
    return line(`${from}-${to}`, ...Array.from({ length: 39 }, (_, n) => (n % 2 === 0 ? 'e7-e6' : null)));
  });
  expect(listBranches(wide).length).toBeGreaterThan(MAX_CONDITIONAL_MOVES);
  expect(problemOf('north', [{ move: null, children: line('e7-e6') }, ...line('d2-d3', 'e7-e6')])).toBeUndefined();
});

test('the branch of any move applies after all other branches', () => {
  const branches = [...line('d2-d3', 'e7-e6'), ...line(null, 'd7-d6')];
  expect(first(cutBranches(start, 'north', branches, played(['d2-d3'])) ?? [])).toBe('e7-e6');
  expect(first(cutBranches(start, 'north', branches, played(['e2-e3'])) ?? [])).toBe('d7-d6');
});

test('a start that was taken back has no branches', () => {
  const later = played(['d2-d3', 'e7-e6']);
  expect(cutBranches(later, 'north', line('d3-d2', 'e6-e7'), start)).toBeUndefined();
});

test('added lines keep the other replies, and the added own move replaces the earlier one', () => {
  const merged = mergeBranches(
    [...line('d2-d3', 'e7-e6'), ...line('e2-e3', 'd7-d6')],
    line('d2-d3', 'f7-f6'),
    false,
    2,
  );
  expect(merged).toEqual([...line('e2-e3', 'd7-d6'), ...line('d2-d3', 'f7-f6')]);
});

/** A legal tree: up to three replies to each own move, chosen by `choices`. */
function randomTree(after: History, owner: Side, choices: () => number, depth: number): Branch[] {
  if (depth === 0 || historyOutcome(after) !== undefined) return [];
  const moves = legalMoves(after.position);
  const isOwn = after.position.turn === owner;
  const picked = new Map(
    Array.from({ length: isOwn ? 1 : 1 + (choices() % 3) }, () => {
      const n = choices() % moves.length;
      return [n, moves[n]];
    }),
  );
  return [...picked.values()].flatMap((move) => {
    const next = move && playOn(after, move);
    if (!next?.ok || move === undefined) return [];
    return [{ move: namesOf(after, move), children: randomTree(next.value, owner, choices, depth - 1) }];
  });
}

test('random legal trees stay legal when they are cut, merged and listed', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 50, maxLength: 200 }), fc.nat(1), (numbers, who) => {
      let n = 0;
      const choices = () => numbers[n++ % numbers.length] ?? 0;
      const owner = who === 0 ? 'south' : 'north';
      const trees = [randomTree(start, owner, choices, 6), randomTree(start, owner, choices, 6)];
      for (const tree of trees) {
        const checked = checkBranches(start, owner, tree);
        expect(checked.ok).toBe(true);
        if (!checked.ok) continue;
        // Along any line of the tree the rest is legal in the game's position.
        let [now, rest] = [start, checked.value];
        while (rest.length > 0) {
          const branch = rest[choices() % rest.length];
          const from =
            branch?.move &&
            legalMoves(now.position).find((move) => {
              const names = namesOf(now, move);
              return names.from === branch.move?.from && names.to === branch.move.to;
            });
          const next = from && playOn(now, from);
          if (!next?.ok || branch === undefined) throw new Error('the tree has an illegal move');
          now = next.value;
          rest = cutBranches(start, owner, checked.value, now) ?? [];
          expect(rest).toEqual(branch.children);
          expect(checkBranches(now, owner, rest)).toEqual({ ok: true, value: rest });
        }
        expect(branchesOf(listBranches(checked.value))).toEqual(checked.value);
      }
      const [one = [], other = []] = trees;
      const merged = mergeBranches(one, other, start.position.turn === owner, 2);
      expect(checkBranches(start, owner, merged).ok).toBe(true);
    }),
    { numRuns: 60 },
  );
});
