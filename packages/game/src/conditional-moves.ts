import { type ConditionalMove, MAX_CONDITIONAL_DEPTH, MAX_CONDITIONAL_MOVES, type Refusal } from '@terrace/protocol';
import {
  err,
  type History,
  type Illegal,
  type Move,
  ok,
  parseSquare,
  playOn,
  type Result,
  type Side,
  sidesIn,
  squareName,
} from '@terrace/rules';

type Squares = NonNullable<ConditionalMove['move']>;

/** A conditional move and its replies. Without `move`: any moves of the others until the owner's turn. */
export type Branch = { readonly move: Squares | null; readonly children: readonly Branch[] };

/** The branches of a list in preorder; undefined if a depth has no parent. */
export function branchesOf(moves: readonly ConditionalMove[]): readonly Branch[] | undefined {
  const roots: Branch[] = [];
  const open: Branch[][] = [roots];
  for (const { depth, move } of moves) {
    const siblings = open[depth - 1];
    if (siblings === undefined) return undefined;
    const children: Branch[] = [];
    siblings.push({ move, children });
    open.length = depth;
    open.push(children);
  }
  return roots;
}

/** The branches as a list in preorder. */
export const listBranches = (branches: readonly Branch[], depth = 1): ConditionalMove[] =>
  branches.flatMap(({ move, children }) => [{ depth, move }, ...listBranches(children, depth + 1)]);

/**
 * Checks the conditional moves of a side from a moment of the game on. With two sides in play the other's moves may
 * branch; with more there is one line. After any move the position is unknown, so that legality is checked on playing.
 * @returns the branches up to the last own move of each
 */
export function checkBranches(
  start: History,
  owner: Side,
  branches: readonly Branch[],
): Result<readonly Branch[], Refusal> {
  const most = sidesIn(start.position).length === 2 ? Number.POSITIVE_INFINITY : 1;

  function check(after: History | 'own' | 'other', level: readonly Branch[]): Result<readonly Branch[], Refusal> {
    const isOwn = typeof after === 'string' ? after === 'own' : after.position.turn === owner;
    if (isOwn && level.length > 1) return bad('own');
    if (level.length > most) return bad('line');
    if (new Set(level.map(nameOf)).size < level.length) return bad('reply');
    const checked: Branch[] = [];
    for (const branch of level) {
      if (isOwn && branch.move === null) return bad('order');
      if (!isOwn && branch.move !== null && after === 'other' && most === 1) return bad('order');
      const next = stepTo(after, isOwn, branch.move);
      if (!next.ok) return next;
      const children = check(next.value, branch.children);
      if (!children.ok) return children;
      if (isOwn || children.value.length > 0) checked.push({ move: branch.move, children: children.value });
    }
    return ok(checked);
  }

  const checked = check(start, branches);
  const all = checked.ok ? listBranches(checked.value) : [];
  return all.length > MAX_CONDITIONAL_MOVES || all.some(({ depth }) => depth > MAX_CONDITIONAL_DEPTH)
    ? bad('size')
    : checked;
}

function stepTo(
  after: History | 'own' | 'other',
  isOwn: boolean,
  move: Squares | null,
): Result<History | 'own' | 'other', Refusal> {
  if (move === null) return ok('own');
  if (typeof after === 'string') return ok(isOwn ? 'other' : 'own');
  const played = play(after, move);
  return played.ok ? played : err({ code: 'illegal-move', ...move, why: played.error });
}

/** The history after a move; undefined if it is illegal. */
export function historyAfter(history: History, move: Squares): History | undefined {
  const played = play(history, move);
  return played.ok ? played.value : undefined;
}

function play(history: History, { from, to }: Squares): Result<History, Illegal> {
  const { size } = history.position;
  const [start, end] = [parseSquare(size, from), parseSquare(size, to)];
  if (start === undefined || end === undefined) return err({ code: 'off-board' });
  return playOn(history, { from: start, to: end });
}

/**
 * Cuts branches to the rest after the moves of the game since `start`. A move that is in no branch leaves none.
 * @returns undefined if `start` has left the game, as after a takeback
 */
export function cutBranches(
  start: History,
  owner: Side,
  branches: readonly Branch[],
  now: History,
): readonly Branch[] | undefined {
  const since: History[] = [];
  let moment: History | undefined = now;
  while (moment !== undefined && moment !== start) {
    since.push(moment);
    moment = moment.parent;
  }
  if (moment === undefined) return undefined;
  let level = branches;
  let skipping: Branch | undefined;
  for (const { parent, move } of since.toReversed()) {
    const isOwn = parent?.position.turn === owner;
    if (parent === undefined || (skipping !== undefined && !(isOwn && move !== undefined))) continue;
    const known: readonly Branch[] = skipping?.children ?? level;
    const named = move && nameOf({ move: namesOf(parent, move) });
    skipping = undefined;
    level = known.find((branch) => nameOf(branch) === named)?.children ?? [];
    if (!isOwn && !known.some((branch) => nameOf(branch) === named)) {
      skipping = known.find((branch) => branch.move === null);
    }
  }
  if (skipping === undefined) return level;
  return now.position.turn === owner ? skipping.children : [skipping];
}

/** Adds branches to others. Of two own moves in the same position, the added one stays. */
export function mergeBranches(
  before: readonly Branch[],
  added: readonly Branch[],
  isOwn: boolean,
  sides: number,
): readonly Branch[] {
  if (added.length === 0) return before;
  const names = new Set(added.map(nameOf));
  const kept = isOwn || sides > 2 ? [] : before.filter((branch) => !names.has(nameOf(branch)));
  const merged = added.map(({ move, children }) => {
    const known = before.find((branch) => nameOf(branch) === nameOf({ move }));
    return { move, children: known ? mergeBranches(known.children, children, !isOwn, sides) : children };
  });
  return [...kept, ...merged];
}

export const namesOf = ({ position: { size } }: History, { from, to }: Move): Squares => ({
  from: squareName(size, from),
  to: squareName(size, to),
});

const nameOf = ({ move }: Pick<Branch, 'move'>): string => (move === null ? 'any' : `${move.from}-${move.to}`);

const bad = (why: Extract<Refusal, { code: 'bad-conditional-moves' }>['why']): Result<never, Refusal> =>
  err({ code: 'bad-conditional-moves', why });
