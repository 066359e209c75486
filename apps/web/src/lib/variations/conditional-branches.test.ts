import { listBranches } from '@terrace/game';
import { parseSquare, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { addLine, createTree, type MoveOrDeparture, type Node, type TreeCursor } from '#lib/analysis/tree.ts';
import { conditionalBranches } from './conditional-branches.ts';

/** The root of a tree with these lines. */
function rootOf(setup: 'short' | 'long', ...lines: string[]): Node {
  const start = startPosition(setup);
  const events = (line: string) =>
    line.split(' ').map((text): MoveOrDeparture => {
      const [from, to] = text.split('-').map((name) => parseSquare(start.size, name));
      if (from === undefined || to === undefined) throw new Error(`${text} is no move`);
      return { kind: 'move', move: { from, to } };
    });
  const cursor = lines.reduce<TreeCursor>(
    ({ tree }, line) => {
      const added = addLine(tree, [], events(line));
      if (added.path.length !== line.split(' ').length) throw new Error(`${line} is illegal`);
      return { tree: added.tree, path: [] };
    },
    { tree: createTree(setup, start), path: [] },
  );
  return cursor.tree.root;
}
const written = (node: Node, owner: 'south' | 'north', depth?: number) =>
  listBranches(conditionalBranches(node, owner, depth)).map(({ depth: at, move }) => `${at} ${move?.from}-${move?.to}`);

test('each reply of the opponent keeps the first own move, and lines without one are left out', () => {
  const root = rootOf('long', 'd2-d3 e7-e6 e2-e3 d7-d6', 'd2-d3 f7-f6', 'e2-e3 d7-d6', 'f2-f3');
  expect(written(root, 'north')).toEqual(['1 d2-d3', '2 e7-e6', '3 e2-e3', '4 d7-d6', '1 e2-e3', '2 d7-d6']);
});

test('a depth limit cuts lines after an own move', () => {
  const root = rootOf('long', 'd2-d3 e7-e6 e2-e3 d7-d6');
  expect(written(root, 'north', 3)).toEqual(['1 d2-d3', '2 e7-e6']);
});

test('a tree without own moves has none', () => {
  expect(written(rootOf('long', 'd2-d3'), 'north')).toEqual([]);
});
