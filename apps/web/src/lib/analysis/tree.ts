import {
  err,
  type GameRecord,
  type History,
  historyOutcome,
  type Illegal,
  type Move,
  momentsOf,
  ok,
  type Position,
  playOn,
  type RecordEvent,
  type RecordResult,
  type Result,
  removeFrom,
  resultOf,
  type Side,
  startHistory,
} from '@terrace/rules';

/** A step from one position to the next: a move, or a side leaving (R15). */
export type MoveOrDeparture =
  | { readonly kind: 'move'; readonly move: Move }
  | { readonly kind: 'left'; readonly side: Side };

/** A position and everything tried from it. The first child continues the line, the others are variations. */
export interface Node {
  readonly after: History;
  readonly comments: readonly string[];
  /** Remaining time of the mover, in whole seconds. */
  readonly clock?: number;
  /** The recorded result of a game that ended here without a decision on the board (R16). */
  readonly result?: RecordResult;
  readonly children: readonly Node[];
}

/** A game with its variations. Immutable: changes return a new tree that shares unchanged nodes. */
export interface Tree {
  readonly setup: GameRecord['setup'];
  readonly headers: GameRecord['headers'];
  readonly root: Node;
}

/** A node's position in the tree: the index of the child at each level, from the root. */
export type Path = readonly number[];

export type TreeCursor = { readonly tree: Tree; readonly path: Path };

/** Limited by the speed of the page and by storage. */
export const MAX_NODES = 5000;

export const createTree = (setup: Tree['setup'], start: Position, headers: Tree['headers'] = {}): Tree => ({
  setup,
  headers,
  root: { after: startHistory(start), comments: [], children: [] },
});

/** The nodes along a path, starting with the root, as far as they exist. */
export function nodesAlong({ root }: Tree, path: Path): readonly Node[] {
  const line = [root];
  for (const index of path) {
    const next = line.at(-1)?.children[index];
    if (next === undefined) break;
    line.push(next);
  }
  return line;
}

export const nodeAt = (tree: Tree, path: Path): Node => nodesAlong(tree, path).at(-1) ?? tree.root;

export const clampPath = (tree: Tree, path: Path): Path => path.slice(0, nodesAlong(tree, path).length - 1);

export function pathToEnd(tree: Tree, path: Path): Path {
  const on: number[] = [];
  for (let node = nodeAt(tree, path).children[0]; node !== undefined; node = node.children[0]) on.push(0);
  return [...path, ...on];
}

export const isMainLine = (path: Path): boolean => path.every((index) => index === 0);

/** The main-line path after `steps` steps, or its end if it is shorter. */
export const mainLinePath = (tree: Tree, steps: number): Path => pathToEnd(tree, []).slice(0, Math.max(steps, 0));

/** The main-line path before the move with this ply (R24), or its end. */
export function pathBeforePly(tree: Tree, ply: number): Path {
  const main = nodesAlong(tree, pathToEnd(tree, []));
  const at = main.findIndex(({ after }) => after.position.ply >= ply);
  return mainLinePath(tree, at < 0 ? main.length : at);
}

/** The adjacent variation at this node or at the nearest earlier fork; else the same path. */
export function siblingPath(tree: Tree, path: Path, by: 1 | -1): Path {
  for (let length = path.length; length > 0; length--) {
    const parent = nodeAt(tree, path.slice(0, length - 1));
    const next = (path[length - 1] ?? 0) + by;
    if (parent.children.length > 1) {
      return next >= 0 && next < parent.children.length ? [...path.slice(0, length - 1), next] : path;
    }
  }
  return path;
}

export function nodeCount({ root }: Tree): number {
  const open = [root];
  let count = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    count++;
    open.push(...node.children);
  }
  return count;
}

/** The last move or departure; undefined at the start. */
export function lastEvent({ move, left }: History): MoveOrDeparture | undefined {
  if (left !== undefined) return { kind: 'left', side: left };
  return move && { kind: 'move', move };
}

export function addMove(tree: Tree, path: Path, event: MoveOrDeparture): Result<TreeCursor, Illegal> {
  const node = nodeAt(tree, path);
  const known = node.children.findIndex(({ after }) => same(lastEvent(after), event));
  if (known >= 0) return ok({ tree, path: [...path, known] });
  const after = apply(node.after, event);
  if (!after.ok) return after;
  const child: Node = { after: after.value, comments: [], children: [] };
  const grown = change(tree, path, (parent) => ({ ...parent, children: [...parent.children, child] }));
  return ok({ tree: grown, path: [...path, node.children.length] });
}

function apply(history: History, event: MoveOrDeparture): Result<History, Illegal> {
  if (event.kind === 'move') return playOn(history, event.move);
  const next = removeFrom(history, event.side);
  return next === history ? err({ code: 'game-over' }) : ok(next);
}

const same = (one: MoveOrDeparture | undefined, other: MoveOrDeparture): boolean =>
  one !== undefined && one.kind === 'move' && other.kind === 'move'
    ? one.move.from === other.move.from && one.move.to === other.move.to
    : one?.kind === 'left' && other.kind === 'left' && one.side === other.side;

export const annotate = (
  tree: Tree,
  path: Path,
  annotations: Partial<Pick<Node, 'comments' | 'clock' | 'result'>>,
): Tree => change(tree, path, (node) => ({ ...node, ...annotations }));

/** Deletes a node with its subtree; the cursor moves to its parent. The root stays. */
export function deleteNode(tree: Tree, path: Path): TreeCursor {
  const index = path.at(-1);
  if (index === undefined) return { tree, path };
  const parent = path.slice(0, -1);
  return {
    tree: change(tree, parent, (node) => ({ ...node, children: node.children.filter((_, n) => n !== index) })),
    path: parent,
  };
}

/** Makes a node's line the first at the nearest fork where it is a variation. No effect on the main line. */
export function promote(tree: Tree, path: Path): TreeCursor {
  const fork = path.findLastIndex((index) => index > 0);
  const index = path[fork];
  if (index === undefined) return { tree, path };
  const before = path.slice(0, fork);
  const promoted = change(tree, before, (node) => {
    const first = node.children[index];
    return first ? { ...node, children: [first, ...node.children.filter((_, n) => n !== index)] } : node;
  });
  return { tree: promoted, path: [...before, 0, ...path.slice(fork + 1)] };
}

/** Adds a line at a path, up to the first illegal move. */
export function addLine(tree: Tree, path: Path, events: readonly MoveOrDeparture[]): TreeCursor {
  let cursor: TreeCursor = { tree, path };
  for (const event of events) {
    const next = addMove(cursor.tree, cursor.path, event);
    if (!next.ok) break;
    cursor = next.value;
  }
  return cursor;
}

export function withMainLine(tree: Tree, last: History | undefined): Tree {
  let cursor = addLine(tree, [], last === undefined ? [] : eventsOf(last));
  while (!isMainLine(cursor.path)) cursor = promote(cursor.tree, cursor.path);
  return cursor.tree;
}

function change(tree: Tree, path: Path, make: (node: Node) => Node): Tree {
  const line = nodesAlong(tree, path);
  if (line.length !== path.length + 1) return tree;
  let made = make(nodeAt(tree, path));
  for (let at = path.length - 1; at >= 0; at--) {
    const parent = line[at];
    if (parent === undefined) return tree;
    const next = made;
    made = { ...parent, children: parent.children.map((child, n) => (n === path[at] ? next : child)) };
  }
  return made === tree.root ? tree : { ...tree, root: made };
}

/** A tree with one line. @throws when the record was not validated by the rules and is not playable */
export function treeOf(record: GameRecord): Tree {
  const tree = createTree(record.setup, record.start, record.headers);
  const line: Node[] = [{ ...tree.root, comments: record.comments }];
  for (const event of record.events) {
    const before = line.at(-1)?.after ?? tree.root.after;
    const after = apply(before, event);
    if (!after.ok) throw new Error(`the record has an illegal move: ${after.error.code}`);
    const clock = event.kind === 'move' ? event.clock : undefined;
    const { comments } = event;
    line.push({ after: after.value, comments, ...(clock !== undefined && { clock }), children: [] });
  }
  const last = line.at(-1);
  const said = last && record.result !== 'unfinished' && historyOutcome(last.after) === undefined;
  let made = last && { ...last, ...(said && { result: record.result }) };
  for (const node of line.slice(0, -1).toReversed()) made = { ...node, children: made ? [made] : [] };
  return { ...tree, root: made ?? tree.root };
}

/** The line through a node to its end, as a record. Records hold one line (R25), so other variations are omitted. */
export function recordOf(tree: Tree, path: Path): GameRecord {
  const line = nodesAlong(tree, pathToEnd(tree, path));
  const last = line.at(-1) ?? tree.root;
  const events = line.slice(1).flatMap(({ after, comments, clock }): RecordEvent[] => {
    const event = lastEvent(after);
    if (event === undefined) return [];
    return [{ ...event, comments, ...(event.kind === 'move' && clock !== undefined && { clock }) }];
  });
  return {
    headers: tree.headers,
    setup: tree.setup,
    start: tree.root.after.position,
    comments: tree.root.comments,
    events,
    result: last.result ?? resultOf(last.after) ?? 'unfinished',
  };
}

export const eventsOf = (history: History): readonly MoveOrDeparture[] =>
  momentsOf(history).flatMap((moment) => lastEvent(moment) ?? []);
