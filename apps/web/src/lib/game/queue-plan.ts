import type { ConditionalMove } from '@terrace/protocol';
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

type Squares = NonNullable<ConditionalMove['move']>;

/** A queued move, played in reply to the move `after`, or to any move if that is null. */
export type QueuedMove = Squares & { readonly after: Squares | null };

/** The first line of conditional moves. */
export function queueOf(moves: readonly ConditionalMove[]): readonly QueuedMove[] {
  const line = moves.filter(({ depth }, n) => depth === n + 1);
  return line.flatMap(({ move }, n) => (n % 2 === 1 && move ? [{ ...move, after: line[n - 1]?.move ?? null }] : []));
}

/** Conditional moves of one line. */
export const conditionalMoves = (queue: readonly QueuedMove[]): ConditionalMove[] =>
  queue.flatMap(({ after, from, to }) => [after, { from, to }]).map((move, n) => ({ depth: n + 1, move }));

/** A queued move in official notation; without `after` it is played after any move. */
type PlannedMove = { readonly after: string | undefined; readonly text: string };

export type Plan = {
  readonly moves: readonly PlannedMove[];
  readonly end: Position;
  readonly unfit: number;
};

/** A queued move being planned: the board, and the last move played on it since the player's own move. */
export type MoveDraft = { readonly board: Position; readonly after: { from: string; to: string } | null };

export function planQueue(start: Position, owner: Side, queue: readonly QueuedMove[]): Plan {
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

export const startDraft = ({ end }: Plan): MoveDraft => ({ board: end, after: null });

/** Plays a move on the planning board. Another side's move becomes the one to wait for, and an own move is queued. */
export function choose(draft: MoveDraft, owner: Side, move: Move): MoveDraft | QueuedMove | undefined {
  const { board } = draft;
  const named = { from: squareName(board.size, move.from), to: squareName(board.size, move.to) };
  if (board.turn === owner) return { ...named, after: draft.after };
  const next = play(board, move);
  return next.ok ? { board: next.value, after: named } : undefined;
}

export const isQueued = (made: MoveDraft | QueuedMove): made is QueuedMove => 'from' in made;

/** Lets the own move come next, after any move by the others. */
export const skipToOwnTurn = ({ board }: MoveDraft, owner: Side): MoveDraft => ({
  board: turnOf(board, owner),
  after: null,
});

const turnOf = (position: Position, side: Side): Position =>
  position.turn === side ? position : withTurn(position, side);

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
