import type { QueuedMove } from '@terrace/protocol';
import {
  formatMove,
  type Move,
  type Position,
  parseSquare,
  pieceAt,
  play,
  type Side,
  squareName,
  withTurn,
} from '@terrace/rules';

/** A queued move as the list shows it, in official notation; `after` nothing: whatever is played before it. */
type PlannedMove = { readonly after: string | undefined; readonly text: string };

/** A queue laid out on the board: its moves one after another, and where they lead. */
export type Plan = {
  readonly moves: readonly PlannedMove[];
  readonly end: Position;
  /** How many of the last ones do not fit the board any more. */
  readonly unfit: number;
};

/** A queued move in the making: what has been played on the planning board since the last own move. */
export type Drafted = { readonly board: Position; readonly after: { from: string; to: string } | null };

/** Lays a queue out from the position the game stands at. */
export function layOut(start: Position, owner: Side, queue: readonly QueuedMove[]): Plan {
  const moves: PlannedMove[] = [];
  let end = start;
  for (const queued of queue) {
    const answered = queued.after === null ? undefined : played(turnOfPieceOn(end, queued.after.from), queued.after);
    if (queued.after !== null && (answered === undefined || answered.mover === owner)) break;
    const own = played(turnOf(answered?.end ?? end, owner), queued);
    if (own === undefined) break;
    moves.push({ after: answered?.text, text: own.text });
    end = own.end;
  }
  return { moves, end, unfit: queue.length - moves.length };
}

/** The next move to plan, from where a queue ends. */
export const draftFrom = ({ end }: Plan): Drafted => ({ board: end, after: null });

/** A move on the planning board: another side's is what the next own one waits for, an own one is queued. */
export function choose(draft: Drafted, owner: Side, move: Move): Drafted | QueuedMove | undefined {
  const { board } = draft;
  const named = { from: squareName(board.size, move.from), to: squareName(board.size, move.to) };
  if (board.turn === owner) return { ...named, after: draft.after };
  const next = play(board, move);
  return next.ok ? { board: next.value, after: named } : undefined;
}

export const isQueued = (made: Drafted | QueuedMove): made is QueuedMove => 'from' in made;

/** Whatever the others play: the own move comes next on the planning board. */
export const afterAny = ({ board }: Drafted, owner: Side): Drafted => ({ board: turnOf(board, owner), after: null });

const turnOf = (position: Position, side: Side): Position =>
  position.turn === side ? position : withTurn(position, side);

/** As if it were the turn of whoever stands on a square. */
function turnOfPieceOn(position: Position, name: string): Position | undefined {
  const square = parseSquare(position.size, name);
  const side = square === undefined ? undefined : pieceAt(position, square)?.side;
  return side && turnOf(position, side);
}

function played(position: Position | undefined, { from, to }: { from: string; to: string }) {
  const start = position && parseSquare(position.size, from);
  const end = position && parseSquare(position.size, to);
  if (position === undefined || start === undefined || end === undefined) return undefined;
  const next = play(position, { from: start, to: end });
  if (!next.ok) return undefined;
  return { mover: position.turn, text: formatMove(position, { from: start, to: end }), end: next.value };
}
