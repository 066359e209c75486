import {
  type BoardSize,
  fileOf,
  legalMoves,
  level,
  type Move,
  type MoveKind,
  type Position,
  pieceAt,
  pieces,
  rankOf,
  type Side,
  type Square,
  squares,
  terraceOf,
  withTurn,
} from '@terrace/rules';
import type { Target } from '#lib/board/board-state.ts';
import { target } from '#lib/board/moves.ts';

/** Moves that would be legal if it were this side's turn. */
export const premovesIfTurn = (position: Position, side: Side): readonly Move[] => legalMoves(withTurn(position, side));

/** A move chosen ahead. `open`: illegal now, but another side's move may make it legal. */
export type Premove = Target & { readonly open: boolean };

/** Includes moves that other moves may make legal: the piece's terrace and all adjacent steps (R6 to R10). */
export function premoves(position: Position, side: Side): readonly Premove[] {
  const legal = premovesIfTurn(position, side);
  const known = Map.groupBy(legal, ({ from }) => from);
  const yet = pieces(position)
    .filter(({ piece }) => piece.side === side)
    .flatMap(({ square: from }) =>
      squares(position.size).flatMap((to) => {
        const kind = moveKindBetween(position.size, from, to);
        if (kind === undefined || known.get(from)?.some((move) => move.to === to)) return [];
        // An own piece in the way may be captured first, so that this move recaptures.
        const own = pieceAt(position, to)?.side === side;
        if (own && kind !== 'capture') return [];
        return [{ from, to, kind, open: true, ...(own && { own }) }];
      }),
    );
  return [...legal.map((move) => ({ ...target(position, move), open: false })), ...yet];
}

function moveKindBetween(size: BoardSize, from: Square, to: Square): MoveKind | undefined {
  if (from === to) return undefined;
  if (terraceOf(size, from) === terraceOf(size, to)) return 'level';
  const [files, ranks] = [
    Math.abs(fileOf(size, from) - fileOf(size, to)),
    Math.abs(rankOf(size, from) - rankOf(size, to)),
  ];
  const rise = level(size, to) - level(size, from);
  if (Math.max(files, ranks) !== 1 || Math.abs(rise) !== 1) return undefined;
  if (rise === 1) return 'up';
  return files + ranks === 1 ? 'down' : 'capture';
}
