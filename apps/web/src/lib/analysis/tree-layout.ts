import { SIDES, type Side } from '@terrace/rules';
import { lastEvent, type Node, type Path, type Tree } from './tree.ts';

export type Entry = {
  readonly key: string;
  readonly path: Path;
  readonly node: Node;
  readonly side: Side;
  /** The move's ply in the game (R21); for a departure, the ply that was due. */
  readonly ply: number;
  readonly round: number;
};

/** A row of the list: a round of the main line with one place per seat, a comment, or some moves of a variation. */
export type Block =
  | {
      readonly kind: 'round';
      readonly key: string;
      readonly number: number;
      readonly cells: readonly (Entry | undefined)[];
    }
  | { readonly kind: 'comment'; readonly key: string; readonly text: string; readonly depth: number }
  | { readonly kind: 'variation'; readonly key: string; readonly depth: number; readonly entries: readonly Entry[] };

export function layoutTree({ root }: Tree): readonly Block[] {
  const { seats } = root.after.position;
  const blocks: Block[] = root.comments.map((text, n) => ({ kind: 'comment', key: `start ${n}`, text, depth: 0 }));
  let cells: (Entry | undefined)[] | undefined;
  let node = root;
  let entry: Entry | undefined;
  for (let path: Path = [0]; node.children[0] !== undefined; path = [...path, 0]) {
    const [first, ...others] = node.children;
    if (first === undefined) break;
    const before = entry;
    entry = entryOf(first, path, before);
    const column = seats.indexOf(entry.side);
    if (cells === undefined || before?.round !== entry.round || cells[column] !== undefined) {
      cells = seats.map(() => undefined);
      blocks.push({ kind: 'round', key: `round ${entry.key}`, number: entry.ply, cells });
    }
    cells[column] = entry;
    for (const [n, text] of first.comments.entries()) {
      blocks.push({ kind: 'comment', key: `${entry.key} said ${n}`, text, depth: 0 });
    }
    for (const [n, other] of others.entries()) {
      blocks.push(...variation(other, [...path.slice(0, -1), n + 1], before, 1));
    }
    if (first.comments.length > 0 || others.length > 0) cells = undefined;
    node = first;
  }
  return blocks;
}

/** Lays out a variation as runs of moves; side variations are one level deeper. */
function variation(start: Node, from: Path, before: Entry | undefined, depth: number): Block[] {
  const blocks: Block[] = [];
  let run: Entry[] = [];
  const close = () => {
    const [first] = run;
    if (first !== undefined) blocks.push({ kind: 'variation', key: first.key, depth, entries: run });
    run = [];
  };
  let entry = entryOf(start, from, before);
  run.push(entry);
  let node = start;
  for (let path: Path = [...from, 0]; node.children[0] !== undefined; path = [...path, 0]) {
    for (const [n, text] of node.comments.entries()) {
      close();
      blocks.push({ kind: 'comment', key: `${entry.key} said ${n}`, text, depth });
    }
    const [first, ...others] = node.children;
    if (first === undefined) break;
    const forked = entry;
    entry = entryOf(first, path, forked);
    run.push(entry);
    if (others.length > 0) close();
    for (const [n, other] of others.entries()) {
      blocks.push(...variation(other, [...path.slice(0, -1), n + 1], forked, depth + 1));
    }
    node = first;
  }
  close();
  for (const [n, text] of node.comments.entries()) {
    blocks.push({ kind: 'comment', key: `${entry.key} said ${n}`, text, depth });
  }
  return blocks;
}

function entryOf(node: Node, path: Path, before: Entry | undefined): Entry {
  const event = lastEvent(node.after);
  const side = event?.kind === 'left' ? event.side : (node.after.parent?.position.turn ?? 'south');
  const later = before !== undefined && SIDES.indexOf(side) <= SIDES.indexOf(before.side);
  const round = before === undefined ? 1 : before.round + (later ? 1 : 0);
  const ply = node.after.parent?.position.ply ?? 1;
  return { key: path.join('.'), path, node, side, ply, round };
}
