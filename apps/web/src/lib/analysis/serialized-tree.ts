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
import { dress, grow, MOST_NODES, type Node, type Path, plant, type Step, stepTo, type Tree } from './tree.ts';

const LONGEST_COMMENT = 4000;
const MOST_COMMENTS = 20;
const Comments = z.array(z.string().check(z.maxLength(LONGEST_COMMENT))).check(z.maxLength(MOST_COMMENTS));
const clip = (comments: readonly string[]) =>
  comments.slice(0, MOST_COMMENTS).map((text) => text.slice(0, LONGEST_COMMENT));

/** A node: how deep it stands, how it is reached (`a2b3`, or `-west` for a side that left), and what belongs to it. */
const KeptNode = z.strictObject({
  d: z.int().check(z.minimum(1), z.maximum(MOST_NODES)),
  s: z.string().check(z.maxLength(6)),
  c: z.optional(Comments),
  t: z.optional(z.int().check(z.nonnegative())),
  r: z.optional(z.enum(['south', 'west', 'north', 'east', 'draw'])),
});

export const KeptTree = z.strictObject({
  setup: z.enum([...SETUP_NAMES, 'custom']),
  rules: z.strictObject({
    capture: z.enum(['standard', 'rank']),
    sliding: z.enum(['standard', 'not-larger']),
  }),
  start: z.string().check(z.maxLength(300)),
  headers: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500))),
  said: Comments,
  /** Each node before its children, children in their order. */
  nodes: z.array(KeptNode).check(z.maxLength(MOST_NODES)),
});
export type KeptTree = z.infer<typeof KeptTree>;

/** A tree as plain data, to be kept on the device. */
export function keep({ setup, headers, root }: Tree): KeptTree {
  const nodes: KeptTree['nodes'] = [];
  const open: { node: Node; depth: number }[] = root.children.map((node) => ({ node, depth: 1 })).toReversed();
  const size = root.after.position.size;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    const step = stepTo(node.after);
    const { comments, clock, result } = node;
    nodes.push({
      d: depth,
      s: step?.kind === 'move' ? squareName(size, step.move.from) + squareName(size, step.move.to) : `-${step?.side}`,
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

/** The tree that was kept; nothing if what is there is none, or cannot be played. */
export function unpack(raw: unknown): Tree | undefined {
  const kept = KeptTree.safeParse(raw);
  if (!kept.success) return undefined;
  const { setup, rules, start, headers, said, nodes } = kept.data;
  const position = parsePosition(start, rules);
  if (!position.ok) return undefined;
  let tree = plant(setup, position.value, headers);
  tree = { ...tree, root: { ...tree.root, comments: said } };
  let path: Path = [];
  for (const { d, s, c, t, r } of nodes) {
    const step = stepOf(s, position.value.size);
    if (step === undefined || d > path.length + 1) return undefined;
    const grown = grow(tree, path.slice(0, d - 1), step);
    if (!grown.ok) return undefined;
    path = grown.value.path;
    tree = dress(grown.value.tree, path, {
      ...(c && { comments: c }),
      ...(t !== undefined && { clock: t }),
      ...(r !== undefined && { result: r }),
    });
  }
  return tree;
}

function stepOf(text: string, size: BoardSize): Step | undefined {
  if (text.startsWith('-')) {
    const side = text.slice(1);
    return isSide(side) ? { kind: 'left', side } : undefined;
  }
  const from = parseSquare(size, text.slice(0, 2));
  const to = parseSquare(size, text.slice(2));
  return from === undefined || to === undefined ? undefined : { kind: 'move', move: { from, to } };
}
