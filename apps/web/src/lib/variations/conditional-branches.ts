import { type Branch, namesOf } from '@terrace/game';
import { MAX_CONDITIONAL_DEPTH } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { Node } from '#lib/analysis/tree.ts';

/**
 * Variations after a node as conditional moves of a side: each reply of the others that an own move follows. Own moves
 * cannot branch, so only the first is used; with more than two sides in play, the same is true for the others.
 */
export function conditionalBranches(
  { after, children }: Node,
  owner: Side,
  depth: number = MAX_CONDITIONAL_DEPTH,
): readonly Branch[] {
  const { turn, seats, out } = after.position;
  const isOwn = turn === owner;
  const isLine = isOwn || seats.length - out.length > 2;
  if (depth === 0) return [];
  return (isLine ? children.slice(0, 1) : children).flatMap((child): Branch[] => {
    const { move } = child.after;
    if (move === undefined) return [];
    const replies = conditionalBranches(child, owner, depth - 1);
    return isOwn || replies.length > 0 ? [{ move: namesOf(after, move), children: replies }] : [];
  });
}
