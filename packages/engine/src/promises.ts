import {
  calls,
  goalSquare,
  legalMoves,
  type Move,
  outcome,
  type Position,
  pieceAt,
  play,
  sidesIn,
} from '@terrace/rules';

export const isSameMove = (one: Move, other: Move): boolean => one.from === other.from && one.to === other.to;

export const capturesOwnPiece = (position: Position, { to }: Move): boolean =>
  pieceAt(position, to)?.side === position.turn;

/** Immediate wins, or else captures of an opponent's T that leave the own T safe. */
export function essentialMoves(position: Position): readonly Move[] {
  const moves = legalMoves(position);
  const wins = moves.filter((move) => winsAtOnce(position, move));
  if (wins.length > 0 || sidesIn(position).length === 2) return wins;
  return moves.filter((move) => takesOpposingT(position, move) && keepsT(position, move));
}

/** Whether no opponent can capture the mover's T after this move (R18), or the game ends without a loss. */
export function keepsT(position: Position, move: Move): boolean {
  const mover = position.turn;
  const after = played(position, move);
  const end = outcome(after);
  if (end) return end.kind === 'draw' || end.winner === mover;
  return !after.out.includes(mover) && !calls(after).terrace.includes(mover);
}

function winsAtOnce(position: Position, move: Move): boolean {
  if (!takesOpposingT(position, move) && !arrives(position, move)) return false;
  const end = outcome(played(position, move));
  return end?.kind === 'win' && end.winner === position.turn;
}

function takesOpposingT(position: Position, { to }: Move): boolean {
  const taken = pieceAt(position, to);
  return taken?.t === true && taken.side !== position.turn;
}

const arrives = (position: Position, { from, to }: Move): boolean =>
  pieceAt(position, from)?.t === true && to === goalSquare(position.size, position.turn);

function played(position: Position, move: Move): Position {
  const after = play(position, move);
  if (!after.ok) throw new Error(`a legal move was rejected: ${after.error.code}`);
  return after.value;
}
