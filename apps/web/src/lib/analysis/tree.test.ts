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
import { keep, unpack } from './serialized-tree.ts';
import {
  beside,
  dress,
  grow,
  isMain,
  lineTo,
  mainPath,
  nodeAt,
  type Path,
  type Place,
  pathBefore,
  plant,
  promote,
  prune,
  recordOf,
  type Step,
  sizeOf,
  type Tree,
  toEnd,
  treeOf,
} from './tree.ts';
import { layOut } from './tree-layout.ts';

const root: Place = { tree: plant('short', startPosition('short')), path: [] };

/** Some step that is possible after a moment; nothing once the game is over. */
function stepAfter(history: History, choice: number): Step | undefined {
  if (historyOutcome(history)) return undefined;
  const { seats, turn } = history.position;
  if (seats.length > 2 && choice % 23 === 0) return { kind: 'left', side: turn };
  const moves = legalMoves(history.position);
  const move = moves[choice % moves.length];
  return move && { kind: 'move', move };
}

/** A tree as somebody grows one: now a step on, now one from some earlier place, now a comment. */
function wander(setup: number, choices: readonly number[]): Place {
  const name = SETUP_NAMES[setup % SETUP_NAMES.length] ?? 'long';
  let place: Place = { tree: plant(name, startPosition(name)), path: [] };
  for (const choice of choices) {
    if (choice % 5 === 0) place = { ...place, path: place.path.slice(0, choice % (place.path.length + 1)) };
    const step = stepAfter(nodeAt(place.tree, place.path).after, choice);
    const grown = step && grow(place.tree, place.path, step);
    if (grown?.ok) place = grown.value;
    if (choice % 7 === 0) {
      place = { ...place, tree: dress(place.tree, place.path, { comments: [`said {${choice}}`] }) };
    }
  }
  return place;
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
const told = (tree: Tree): string => JSON.stringify(keep(tree));

test('a step that is there is followed, another one becomes a variation', () => {
  const [one, other] = legalMoves(root.tree.root.after.position);
  if (one === undefined || other === undefined) throw new Error('a game begins with moves');
  const first = grow(root.tree, [], { kind: 'move', move: one });
  if (!first.ok) throw new Error(first.error.code);
  expect(first.value.path).toEqual([0]);
  expect(grow(first.value.tree, [], { kind: 'move', move: one })).toEqual(first);
  const second = grow(first.value.tree, [], { kind: 'move', move: other });
  if (!second.ok) throw new Error(second.error.code);
  expect(second.value.path).toEqual([1]);
  expect(beside(second.value.tree, [1], -1)).toEqual([0]);
  expect(beside(second.value.tree, [1], 1)).toEqual([1]);
  expect(grow(second.value.tree, [], { kind: 'move', move: { from: one.from, to: one.from } })).toMatchObject({
    error: { code: 'same-square' },
  });
});

test('what is kept comes back as the same tree, comments, clocks and results included', () => {
  fc.assert(
    fc.property(fc.nat(), walks, (setup, choices) => {
      const { tree } = wander(setup, choices);
      const back = unpack(JSON.parse(told(tree)));
      expect(back && told(back)).toBe(told(tree));
      expect(back && sizeOf(back)).toBe(sizeOf(tree));
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

test('what is kept and damaged is nothing, never a throw', () => {
  for (const raw of [
    null,
    3,
    {},
    { ...keep(root.tree), start: 'x' },
    { ...keep(root.tree), nodes: [{ d: 4, s: 'a1b1' }] },
  ]) {
    expect(unpack(raw)).toBeUndefined();
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
      expect(record.events).toHaveLength(toEnd(tree, path).length);
    }),
    { numRuns: 60 },
  );
});

test('promoting makes the line of a place the main line in the end, and loses nothing', () => {
  fc.assert(
    fc.property(fc.nat(), walks, (setup, choices) => {
      const before = wander(setup, choices);
      let place = before;
      const position = formatPosition(nodeAt(place.tree, place.path).after.position);
      for (let n = 0; n <= before.path.length && !isMain(place.path); n++) place = promote(place.tree, place.path);
      expect(isMain(place.path)).toBe(true);
      expect(formatPosition(nodeAt(place.tree, place.path).after.position)).toBe(position);
      expect(sizeOf(place.tree)).toBe(sizeOf(before.tree));
    }),
    { numRuns: 60 },
  );
});

test('deleting takes a place away with what follows it, and the place before stays', () => {
  fc.assert(
    fc.property(fc.nat(), walks, (setup, choices) => {
      const { tree, path } = wander(setup, choices);
      const pruned = prune(tree, path);
      if (path.length === 0) expect(pruned.tree).toBe(tree);
      else {
        expect(pruned.path).toEqual(path.slice(0, -1));
        const gone = everyPath(tree).filter((each) => path.every((index, n) => each[n] === index)).length;
        expect(sizeOf(pruned.tree)).toBe(sizeOf(tree) - gone);
      }
    }),
    { numRuns: 60 },
  );
});

test('the list shows every move of a tree once, in any shape', () => {
  fc.assert(
    fc.property(fc.nat(), walks, (setup, choices) => {
      const { tree } = wander(setup, choices);
      const keys = layOut(tree).flatMap((block) => {
        if (block.kind === 'round') return block.cells.flatMap((entry) => entry?.key ?? []);
        return block.kind === 'variation' ? block.entries.map((entry) => entry.key) : [];
      });
      const paths = everyPath(tree).filter((path) => path.length > 0);
      expect(keys.toSorted()).toEqual(paths.map((path) => path.join('.')).toSorted());
      const blocks = layOut(tree).map((block) => `${block.kind} ${block.key}`);
      expect(new Set(blocks).size).toBe(blocks.length);
    }),
    { numRuns: 60 },
  );
});

test('a ply names the place before its move on the main line', () => {
  const { tree } = wander(0, [1, 2, 3, 4]);
  expect(pathBefore(tree, 1)).toEqual([]);
  expect(pathBefore(tree, 3)).toEqual([0, 0]);
  expect(pathBefore(tree, 99)).toEqual(toEnd(tree, []));
  expect(mainPath(tree, 2)).toEqual([0, 0]);
  expect(lineTo(tree, [0, 7])).toHaveLength(2);
});
