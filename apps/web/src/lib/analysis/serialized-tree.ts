import {
  type BoardSize,
  formatPosition,
  isSide,
  parsePosition,
  parseSquare,
  SETUP_NAMES,
  squareName,
} from '@terrace/rules';
import * as z from 'zod/mini';
import {
  addMove,
  annotate,
  createTree,
  lastEvent,
  MAX_NODES,
  type MoveOrDeparture,
  type Node,
  type Path,
  type Tree,
} from './tree.ts';

const MAX_COMMENT_LENGTH = 4000;
const MAX_COMMENTS = 20;
const Comments = z.array(z.string().check(z.maxLength(MAX_COMMENT_LENGTH))).check(z.maxLength(MAX_COMMENTS));
const clip = (comments: readonly string[]) =>
  comments.slice(0, MAX_COMMENTS).map((text) => text.slice(0, MAX_COMMENT_LENGTH));

/** A node: its depth, its event (`a2b3`, or `-west` for a departure) and its annotations. */
const StoredNode = z.strictObject({
  d: z.int().check(z.minimum(1), z.maximum(MAX_NODES)),
  s: z.string().check(z.maxLength(6)),
  c: z.optional(Comments),
  t: z.optional(z.int().check(z.nonnegative())),
  r: z.optional(z.enum(['south', 'west', 'north', 'east', 'draw'])),
});

export const StoredTree = z.strictObject({
  setup: z.enum([...SETUP_NAMES, 'custom']),
  rules: z.strictObject({
    capture: z.enum(['standard', 'rank']),
    sliding: z.enum(['standard', 'not-larger']),
  }),
  start: z.string().check(z.maxLength(300)),
  headers: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500))),
  said: Comments,
  /** Preorder. */
  nodes: z.array(StoredNode).check(z.maxLength(MAX_NODES)),
});
export type StoredTree = z.infer<typeof StoredTree>;

export function storeTree({ setup, headers, root }: Tree): StoredTree {
  const nodes: StoredTree['nodes'] = [];
  const open: { node: Node; depth: number }[] = root.children.map((node) => ({ node, depth: 1 })).toReversed();
  const size = root.after.position.size;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    const event = lastEvent(node.after);
    const { comments, clock, result } = node;
    nodes.push({
      d: depth,
      s:
        event?.kind === 'move'
          ? squareName(size, event.move.from) + squareName(size, event.move.to)
          : `-${event?.side}`,
      ...(comments.length > 0 && { c: clip(comments) }),
      ...(clock !== undefined && { t: clock }),
      ...(result !== undefined && result !== 'unfinished' && { r: result }),
    });
    open.push(...node.children.map((child) => ({ node: child, depth: depth + 1 })).toReversed());
  }
  const { position } = root.after;
  return {
    setup,
    rules: { ...position.rules },
    start: formatPosition(position),
    headers: { ...headers },
    said: clip(root.comments),
    nodes,
  };
}

/** Parses a stored tree; undefined if the data is invalid or its moves are illegal. */
export function readTree(raw: unknown): Tree | undefined {
  const stored = StoredTree.safeParse(raw);
  if (!stored.success) return undefined;
  const { setup, rules, start, headers, said, nodes } = stored.data;
  const position = parsePosition(start, rules);
  if (!position.ok) return undefined;
  let tree = createTree(setup, position.value, headers);
  tree = { ...tree, root: { ...tree.root, comments: said } };
  let path: Path = [];
  for (const { d, s, c, t, r } of nodes) {
    const event = stepOf(s, position.value.size);
    if (event === undefined || d > path.length + 1) return undefined;
    const grown = addMove(tree, path.slice(0, d - 1), event);
    if (!grown.ok) return undefined;
    path = grown.value.path;
    tree = annotate(grown.value.tree, path, {
      ...(c && { comments: c }),
      ...(t !== undefined && { clock: t }),
      ...(r !== undefined && { result: r }),
    });
  }
  return tree;
}

function stepOf(text: string, size: BoardSize): MoveOrDeparture | undefined {
  if (text.startsWith('-')) {
    const side = text.slice(1);
    return isSide(side) ? { kind: 'left', side } : undefined;
  }
  const from = parseSquare(size, text.slice(0, 2));
  const to = parseSquare(size, text.slice(2));
  return from === undefined || to === undefined ? undefined : { kind: 'move', move: { from, to } };
}
