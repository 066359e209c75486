import {
  type History,
  type MoveKind,
  momentsOf,
  moveKind,
  type Piece,
  pieceAt,
  pieceLetter,
  type Side,
  type Square,
  slidePath,
  squareName,
} from '@terrace/rules';

/** A move as the list shows it and the board traces it. */
export type PlayedMove = {
  readonly ply: number;
  /** Place of the moment after it among the game's moments. */
  readonly moment: number;
  readonly side: Side;
  readonly piece: Piece;
  readonly letter: string;
  readonly from: Square;
  readonly to: Square;
  readonly fromName: string;
  readonly toName: string;
  readonly kind: MoveKind;
  readonly way: readonly Square[];
  readonly taken: Piece | undefined;
};

/** A line of the list: the moves of one time round the table, one place a seat. */
export type Round = { readonly number: number; readonly moves: readonly (PlayedMove | undefined)[] };

/** All moves of a game, in order. */
export function playedMoves(history: History): readonly PlayedMove[] {
  return momentsOf(history).flatMap(({ move, parent }, moment) => {
    if (move === undefined || parent === undefined) return [];
    const { position } = parent;
    const piece = pieceAt(position, move.from);
    if (piece === undefined) return [];
    return [
      {
        ply: position.ply,
        moment,
        side: piece.side,
        piece,
        letter: pieceLetter(piece, position.seats),
        from: move.from,
        to: move.to,
        fromName: squareName(position.size, move.from),
        toName: squareName(position.size, move.to),
        kind: moveKind(position, move),
        way: slidePath(position, move),
        taken: pieceAt(position, move.to),
      },
    ];
  });
}

/** Moves in lines, one column a seat; a seat that is out leaves its place empty. */
export function rounds(moves: readonly PlayedMove[], seats: readonly Side[]): readonly Round[] {
  const lines: (PlayedMove | undefined)[][] = [];
  let last = seats.length;
  for (const move of moves) {
    const column = seats.indexOf(move.side);
    if (column <= last) lines.push([]);
    const line = lines.at(-1);
    if (line !== undefined) line[column] = move;
    last = column;
  }
  return lines.map((line, n) => ({ number: n + 1, moves: seats.map((_, column) => line[column]) }));
}

/** The pieces each side has taken, in the order it took them, its own included. */
export function takenBy(side: Side, moves: readonly PlayedMove[]): readonly Piece[] {
  return moves.flatMap((move) => (move.side === side && move.taken !== undefined ? [move.taken] : []));
}
