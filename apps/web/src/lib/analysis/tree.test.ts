import {
  formatPosition,
  formatRecord,
  type History,
  historyOutcome,
  legalMoves,
  parseRecord,
  SETUP_NAMES,
  startPosition,
} from '@terrace/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTree, storeTree } from './serialized-tree.ts';
import {
  addMove,
  annotate,
  createTree,
  deleteNode,
  isMainLine,
  type MoveOrDeparture,
  mainLinePath,
  nodeAt,
  nodeCount,
  nodesAlong,
  type Path,
  pathBeforePly,
  pathToEnd,
  promote,
  recordOf,
  siblingPath,
  type Tree,
  type TreeCursor,
  treeOf,
} from './tree.ts';
import { layoutTree } from './tree-layout.ts';

const root: TreeCursor = { tree: createTree('short', startPosition('short')), path: [] };

function stepAfter(history: History, choice: number): MoveOrDeparture | undefined {
  if (historyOutcome(history)) return undefined;
  const { seats, turn } = history.position;
  if (seats.length > 2 && choice % 23 === 0) return { kind: 'left', side: turn };
  const moves = legalMoves(history.position);
  const move = moves[choice % moves.length];
  return move && { kind: 'move', move };
}

function wander(setup: number, choices: readonly number[]): TreeCursor {
  const name = SETUP_NAMES[setup % SETUP_NAMES.length] ?? 'long';
  let cursor: TreeCursor = { tree: createTree(name, startPosition(name)), path: [] };
  for (const choice of choices) {
    if (choice % 5 === 0) cursor = { ...cursor, path: cursor.path.slice(0, choice % (cursor.path.length + 1)) };
    const event = stepAfter(nodeAt(cursor.tree, cursor.path).after, choice);
    const grown = event && addMove(cursor.tree, cursor.path, event);
    if (grown?.ok) cursor = grown.value;
    if (choice % 7 === 0) {
      cursor = { ...cursor, tree: annotate(cursor.tree, cursor.path, { comments: [`said {${choice}}`] }) };
    }
  }
  return cursor;
}

const walks = fc.array(fc.nat(), { maxLength: 60 });
const everyPath = (tree: Tree): Path[] => {
  const paths: Path[] = [];
  const open: Path[] = [[]];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    paths.push(path);
    const here = path;
    open.push(...nodeAt(tree, path).children.map((_, n) => [...here, n]));
  }
  return paths;
};
const serialized = (tree: Tree): string => JSON.stringify(storeTree(tree));

test('an existing event is followed, and a new one becomes a variation', () => {
  const [one, other] = legalMoves(root.tree.root.after.position);
  if (one === undefined || other === undefined) throw new Error('the start position must have moves');
  const first = addMove(root.tree, [], { kind: 'move', move: one });
  if (!first.ok) throw new Error(first.error.code);
  expect(first.value.path).toEqual([0]);
  expect(addMove(first.value.tree, [], { kind: 'move', move: one })).toEqual(first);
  const second = addMove(first.value.tree, [], { kind: 'move', move: other });
  if (!second.ok) throw new Error(second.error.code);
  expect(second.value.path).toEqual([1]);
  expect(siblingPath(second.value.tree, [1], -1)).toEqual([0]);
  expect(siblingPath(second.value.tree, [1], 1)).toEqual([1]);
  expect(addMove(second.value.tree, [], { kind: 'move', move: { from: one.from, to: one.from } })).toMatchObject({
    error: { code: 'same-square' },
  });
});

test('a stored tree reads back unchanged, with comments, clocks and results', () => {
  fc.assert(
    fc.property(fc.nat(), walks, (setup, choices) => {
      const { tree } = wander(setup, choices);
      const back = readTree(JSON.parse(serialized(tree)));
      expect(back && serialized(back)).toBe(serialized(tree));
      expect(back && nodeCount(back)).toBe(nodeCount(tree));
      for (const path of everyPath(tree)) {
        if (back === undefined) break;
        expect(formatPosition(nodeAt(back, path).after.position)).toBe(
          formatPosition(nodeAt(tree, path).after.position),
        );
      }
    }),
    { numRuns: 60 },
  );
});

test('damaged stored data reads as undefined and never throws', () => {
  for (const raw of [
    null,
    3,
    {},
    { ...storeTree(root.tree), start: 'x' },
    { ...storeTree(root.tree), nodes: [{ d: 4, s: 'a1b1' }] },
  ]) {
    expect(readTree(raw)).toBeUndefined();
  }
});

test('every line of a tree is a record that reads back as that line', () => {
  fc.assert(
    fc.property(fc.nat(), walks, (setup, choices) => {
      const { tree, path } = wander(setup, choices);
      const record = recordOf(tree, path);
      const read = parseRecord(formatRecord(record));
      expect(read).toEqual({ ok: true, value: record });
      expect(recordOf(treeOf(record), [])).toEqual(record);
      expect(record.events).toHaveLength(pathToEnd(tree, path).length);
    }),
    { numRuns: 60 },
  );
});

test('repeated promotion makes a line the main line, and loses nothing', () => {
  fc.assert(
    fc.property(fc.nat(), walks, (setup, choices) => {
      const before = wander(setup, choices);
      let cursor = before;
      const position = formatPosition(nodeAt(cursor.tree, cursor.path).after.position);
      for (let n = 0; n <= before.path.length && !isMainLine(cursor.path); n++)
        cursor = promote(cursor.tree, cursor.path);
      expect(isMainLine(cursor.path)).toBe(true);
      expect(formatPosition(nodeAt(cursor.tree, cursor.path).after.position)).toBe(position);
      expect(nodeCount(cursor.tree)).toBe(nodeCount(before.tree));
    }),
    { numRuns: 60 },
  );
});

test('deleting a node removes its subtree and keeps its parent', () => {
  fc.assert(
    fc.property(fc.nat(), walks, (setup, choices) => {
      const { tree, path } = wander(setup, choices);
      const pruned = deleteNode(tree, path);
      if (path.length === 0) expect(pruned.tree).toBe(tree);
      else {
        expect(pruned.path).toEqual(path.slice(0, -1));
        const gone = everyPath(tree).filter((each) => path.every((index, n) => each[n] === index)).length;
        expect(nodeCount(pruned.tree)).toBe(nodeCount(tree) - gone);
      }
    }),
    { numRuns: 60 },
  );
});

test('the layout shows every move of any tree once', () => {
  fc.assert(
    fc.property(fc.nat(), walks, (setup, choices) => {
      const { tree } = wander(setup, choices);
      const keys = layoutTree(tree).flatMap((block) => {
        if (block.kind === 'round') return block.cells.flatMap((entry) => entry?.key ?? []);
        return block.kind === 'variation' ? block.entries.map((entry) => entry.key) : [];
      });
      const paths = everyPath(tree).filter((path) => path.length > 0);
      expect(keys.toSorted()).toEqual(paths.map((path) => path.join('.')).toSorted());
      const blocks = layoutTree(tree).map((block) => `${block.kind} ${block.key}`);
      expect(new Set(blocks).size).toBe(blocks.length);
    }),
    { numRuns: 60 },
  );
});

test('a ply refers to the node before its move on the main line', () => {
  const { tree } = wander(0, [1, 2, 3, 4]);
  expect(pathBeforePly(tree, 1)).toEqual([]);
  expect(pathBeforePly(tree, 3)).toEqual([0, 0]);
  expect(pathBeforePly(tree, 99)).toEqual(pathToEnd(tree, []));
  expect(mainLinePath(tree, 2)).toEqual([0, 0]);
  expect(nodesAlong(tree, [0, 7])).toHaveLength(2);
});
