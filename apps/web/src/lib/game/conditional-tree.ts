import { type Branch, historyAfter } from '@terrace/game';
import { formatMove, type History, parseSquare, type Side, startHistory, withTurn } from '@terrace/rules';

/** A node's place in the tree: the index of the branch at each level. */
export type BranchPath = readonly number[];

type Squares = Branch['move'];

/** The branches along a path, as far as they exist. */
export function branchesAlong(branches: readonly Branch[], path: BranchPath): readonly Branch[] {
  const line: Branch[] = [];
  for (const index of path) {
    const branch = (line.at(-1)?.children ?? branches)[index];
    if (branch === undefined) break;
    line.push(branch);
  }
  return line;
}

/** The position after a path. After any moves it is the position in which the owner would move at once. */
export function historyAlong(start: History, owner: Side, line: readonly Branch[]): History | undefined {
  let history: History | undefined = start;
  for (const { move } of line) {
    if (history === undefined) return undefined;
    history = move === null ? startHistory(withTurn(history.position, owner)) : historyAfter(history, move);
  }
  return history;
}

/** Adds a move after a path. It replaces the moves there if only one is allowed. */
export function addBranch(
  branches: readonly Branch[],
  path: BranchPath,
  move: Squares,
  isOnly: boolean,
): { readonly branches: readonly Branch[]; readonly path: BranchPath } {
  let index = 0;
  const added = changeAt(branches, path, (children) => {
    const known = children.findIndex((child) => isSame(child.move, move));
    if (known >= 0) {
      index = known;
      return children;
    }
    index = isOnly ? 0 : children.length;
    return [...(isOnly ? [] : children), { move, children: [] }];
  });
  return { branches: added, path: [...path, index] };
}

/** Deletes the last move of a path with everything after it. */
export function deleteBranch(branches: readonly Branch[], path: BranchPath): readonly Branch[] {
  const last = path.at(-1);
  return changeAt(branches, path.slice(0, -1), (children) => children.filter((_, n) => n !== last));
}

function changeAt(
  branches: readonly Branch[],
  path: BranchPath,
  change: (children: readonly Branch[]) => readonly Branch[],
): readonly Branch[] {
  const [index, ...rest] = path;
  if (index === undefined) return change(branches);
  return branches.map((branch, n) =>
    n === index ? { move: branch.move, children: changeAt(branch.children, rest, change) } : branch,
  );
}

const isSame = (one: Squares, other: Squares): boolean =>
  one === other || (one !== null && other !== null && one.from === other.from && one.to === other.to);

/** A move of the tree in notation; undefined for any moves. */
export type ShownBranch = { readonly path: BranchPath; readonly text: string | undefined; readonly isOwn: boolean };

/** Moves without a fork between them, and the variations after the last one. */
export type Run = { readonly moves: readonly ShownBranch[]; readonly variations: readonly Run[] };

/** The tree as nested variations. Moves that have become illegal are left out. */
export function runsOf(start: History, owner: Side, branches: readonly Branch[], path: BranchPath = []): Run[] {
  return branches.flatMap((branch, n) => {
    const moves: ShownBranch[] = [];
    let [history, at, next]: [History, BranchPath, Branch] = [start, [...path, n], branch];
    for (;;) {
      const after = historyAlong(history, owner, [next]);
      if (after === undefined) break;
      const isOwn = history.position.turn === owner;
      moves.push({ path: at, text: textOf(history, next.move), isOwn });
      history = after;
      const [only] = next.children;
      if (next.children.length !== 1 || only === undefined) {
        return [{ moves, variations: runsOf(history, owner, next.children, at) }];
      }
      at = [...at, 0];
      next = only;
    }
    return moves.length === 0 ? [] : [{ moves, variations: [] }];
  });
}

function textOf({ position }: History, move: Squares): string | undefined {
  if (move === null) return undefined;
  const [from, to] = [parseSquare(position.size, move.from), parseSquare(position.size, move.to)];
  return from === undefined || to === undefined ? undefined : formatMove(position, { from, to });
}
