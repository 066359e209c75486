import type { Branch } from '@terrace/game';
import { played } from '@terrace/testing/boards';
import { expect, test } from 'vitest';
import { addBranch, branchesAlong, deleteBranch, historyAlong, runsOf } from './conditional-tree.ts';

const start = played([]);
const squares = (text: string) => ({ from: text.slice(0, 2), to: text.slice(3) });

function treeOf(...lines: string[]): readonly Branch[] {
  let tree: readonly Branch[] = [];
  for (const line of lines) {
    let path: readonly number[] = [];
    for (const move of line.split(' ')) {
      const added = addBranch(tree, path, move === 'any' ? null : squares(move), path.length % 2 === 1);
      tree = added.branches;
      path = added.path;
    }
  }
  return tree;
}

test('several replies branch, and another own move replaces the earlier one', () => {
  const tree = treeOf('d2-d3 e7-e6', 'e2-e3 d7-d6', 'd2-d3 f7-f6');
  expect(tree.map(({ move }) => move?.from)).toEqual(['d2', 'e2']);
  expect(tree[0]?.children).toEqual([{ move: squares('f7-f6'), children: [] }]);
});

test('deleting a move deletes what follows and keeps the other branches', () => {
  const tree = treeOf('d2-d3 e7-e6 d3-d2 e6-e7', 'e2-e3 d7-d6');
  expect(deleteBranch(tree, [0, 0])).toEqual(treeOf('d2-d3', 'e2-e3 d7-d6'));
  expect(deleteBranch(tree, [0])).toEqual(treeOf('e2-e3 d7-d6'));
});

test('after any move the board shows the position in which the owner moves', () => {
  const tree = treeOf('any e7-e6');
  expect(historyAlong(start, 'north', branchesAlong(tree, [0]))?.position.turn).toBe('north');
});

test('the tree is listed as runs of moves, with variations only after a fork', () => {
  const tree = treeOf('d2-d3 e7-e6 d3-d2 e6-e7', 'd2-d3 e7-e6 any d7-d6');
  expect(runsOf(start, 'north', tree)).toMatchObject([
    {
      moves: [
        { text: 'c-d2-d3', isOwn: false },
        { text: 'C-e7-e6', isOwn: true },
      ],
      variations: [{ moves: [{ text: 'c-d3-d2' }, { text: 'C-e6-e7' }] }, { moves: [{ text: undefined }, {}] }],
    },
  ]);
});
