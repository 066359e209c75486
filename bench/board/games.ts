import { seededRandom } from '@terrace/testing/random';
import { Chess } from 'chessops/chess';
import { chessgroundDests } from 'chessops/compat';
import { INITIAL_FEN, makeFen, parseFen } from 'chessops/fen';
import { makeSquare, parseSquare } from 'chessops/util';
import type { Move } from '../../apps/web/e2e/script.ts';

/** The moves of a game of chess, and what chessground is told that White may play before each of White's. */
export type ChessGame = {
  readonly fen: string;
  readonly moves: readonly Move[];
  readonly dests: readonly (readonly [string, readonly string[]])[][];
};

/** Random moves without check's end, castling, promotion and en passant, whose pieces a caller has to move by hand. */
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
