import { seededRandom } from '@terrace/testing/random';
import { Chess } from 'chessops/chess';
import { chessgroundDests } from 'chessops/compat';
import { INITIAL_FEN, makeFen, parseFen } from 'chessops/fen';
import { makeSquare, parseSquare } from 'chessops/util';
import type { Move } from '../../apps/web/e2e/script.ts';

/** The moves of a chess game, and the legal moves before each of White's moves, as chessground expects them. */
export type ChessGame = {
  readonly fen: string;
  readonly moves: readonly Move[];
  readonly dests: readonly (readonly [string, readonly string[]])[][];
};

/**
 * Random moves without checkmate, castling, promotion and en passant, which would require extra calls of chessground.
 */
export function chessGame(plies: number): ChessGame {
  const random = seededRandom(7);
  const position = Chess.fromSetup(parseFen(INITIAL_FEN).unwrap()).unwrap();
  const moves: Move[] = [];
  const dests: (readonly [string, readonly string[]])[][] = [];
  while (moves.length < plies) {
    const all = [...chessgroundDests(position)];
    if (position.turn === 'white') dests.push(all);
    const plain = all
      .flatMap(([from, targets]) => targets.map((to) => ({ from, to })))
      .filter(({ from, to }) => {
        const [start, end] = [parseSquare(from), parseSquare(to)];
        const role = position.board.getRole(start);
        if (role === 'pawn') return end !== position.epSquare && end >= 8 && end < 56;
        return role !== 'king' || Math.abs((start % 8) - (end % 8)) < 2;
      });
    const move = plain[Math.floor(random() * plain.length)];
    if (move === undefined) throw new Error('the game of chess came to an end too soon');
    const next = position.clone();
    next.play({ from: parseSquare(move.from), to: parseSquare(move.to) });
    if (next.isEnd()) continue;
    moves.push({ from: makeSquare(parseSquare(move.from)), to: makeSquare(parseSquare(move.to)) });
    position.play({ from: parseSquare(move.from), to: parseSquare(move.to) });
  }
  return { fen: makeFen(Chess.default().toSetup()), moves, dests };
}
