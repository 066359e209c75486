import { Board } from '../board.ts';
import { moveName, type Tactic } from './positions.ts';
import { holdingMoves, pliesOf, proverOf, winningMoves } from './prover.ts';

/** Proves a position of the file from scratch. @returns no fault if the entry is correct */
export function faultOf({ task, ownMoves, position, solutions }: Tactic): { fault: string | undefined; made: number } {
  const board = new Board(position);
  const prover = proverOf(board);
  const solve = task === 'win' ? winningMoves : holdingMoves;
  const names = (encoded: readonly number[]): string =>
    encoded
      .map((move) => moveName(position.size, board.toMove(move)))
      .sort()
      .join(' ');
  const found = names(solve(board, prover, ownMoves));
  const named = solutions
    .map((move) => moveName(position.size, move))
    .sort()
    .join(' ');
  if (found !== named) return { fault: `solved by ${found || 'nothing'}, not ${named}`, made: prover.made };
  if (task === 'win' && ownMoves > 1 && prover.wins(board.turn, pliesOf(board, ownMoves - 1))) {
    return { fault: 'won sooner', made: prover.made };
  }
  if (task === 'hold' && names(holdingMoves(board, prover, ownMoves + 1)) !== named) {
    return { fault: 'lost later', made: prover.made };
  }
  return { fault: undefined, made: prover.made };
}
