import { allMoves, type Board, DRAWN, MAX_MOVES, ONGOING } from '../board.ts';

export class TooHard extends Error {}

export interface Prover {
  /** Whether `side` wins within `plies`, against any play. */
  wins(side: number, plies: number): boolean;
  readonly made: number;
}

const TABLE = 1 << 20;

/**
 * Proves wins by exhaustive search: the winner needs one winning move, and every move of the others is refuted. Caches
 * results (won or not won within so many plies) and tries formerly successful moves first. R16: no position occurs a
 * third time within the 7 plies of two sides, or the 9 of four, after its first occurrence.
 *
 * @param board is searched in place and restored after each query
 * @param budget moves that may be made before `TooHard` is thrown
 */
export function proverOf(board: Board, budget = Number.POSITIVE_INFINITY): Prover {
  const moves = new Uint16Array(MAX_MOVES * 24);
  const lows = new Int32Array(TABLE);
  const highs = new Int32Array(TABLE);
  const known = new Uint16Array(TABLE); // plies it is won in + 16 * plies it is not won in
  const good = new Uint16Array(TABLE);
  const worked = new Int32Array(2 * 4096);
  let made = 0;

  function wins(side: number, plies: number, first: number): boolean {
    const result = board.result;
    if (result !== ONGOING) return result === side;
    if (plies === 0) return false;
    const winning = board.turn === side;
    if (winning && plies === 1) return board.canWinNow();
    if (!winning && plies === 1 && board.next(board.turn) === side) return lostAnyway(side, first);

    board.hash(side);
    const { low, high } = board;
    const slot = low & (TABLE - 1);
    const memo = lows[slot] === low && highs[slot] === high ? (known[slot] ?? 0) : 0;
    const wonIn = memo & 15;
    const notIn = (memo >>> 4) & 15;
    if (wonIn && wonIn <= plies) return true;
    if (notIn >= plies) return false;

    const end = board.generate(moves, first);
    sort(moves, first, end, memo ? (good[slot] ?? 0) : 0, worked, winning ? 0 : 4096);
    let answer = !winning && end > first;
    let answering = 0;
    for (let i = first; i < end; i++) {
      const move = moves[i] ?? 0;
      made++;
      board.make(move);
      const won = wins(side, plies - 1, end);
      board.unmake(move);
      if (made > budget) return false;
      if (won !== winning) continue;
      answer = winning;
      answering = move;
      worked[(winning ? 0 : 4096) + move] = (worked[(winning ? 0 : 4096) + move] ?? 0) + plies * plies;
      break;
    }
    lows[slot] = low;
    highs[slot] = high;
    known[slot] = answer ? plies | (notIn << 4) : wonIn | (plies << 4);
    good[slot] = answering;
    return answer;
  }

  /** With one ply of another side left, it loses only if all of its moves lose at once. */
  function lostAnyway(side: number, first: number): boolean {
    const end = board.generate(moves, first);
    for (let i = first; i < end; i++) {
      const move = moves[i] ?? 0;
      made++;
      board.make(move);
      const { result } = board;
      board.unmake(move);
      if (result !== side) return false;
    }
    return end > first;
  }

  return {
    wins: (side, plies) => {
      const answer = wins(side, plies, 0);
      if (made > budget) throw new TooHard();
      return answer;
    },
    get made() {
      return made;
    },
  };
}

function sort(moves: Uint16Array, first: number, end: number, known: number, worked: Int32Array, offset: number): void {
  const worth = (move: number): number => (move === known && known ? 0x7fffffff : (worked[offset + move] ?? 0));
  for (let i = first + 1; i < end; i++) {
    const move = moves[i] ?? 0;
    const value = worth(move);
    let at = i;
    while (at > first && worth(moves[at - 1] ?? 0) < value) {
      moves[at] = moves[at - 1] ?? 0;
      at--;
    }
    moves[at] = move;
  }
}

/** The ply at which the side to move makes its n-th move, if no side drops out. */
export const pliesOf = (board: Board, ownMoves: number): number => {
  let sides = 0;
  for (let left = board.sidesIn; left !== 0; left &= left - 1) sides++;
  return (ownMoves - 1) * sides + 1;
};

/** Every move that still wins within `ownMoves` own moves, including this one. */
export function winningMoves(board: Board, prover: Prover, ownMoves: number): readonly number[] {
  const side = board.turn;
  const plies = pliesOf(board, ownMoves);
  return allMoves(board).filter((move) => after(board, move, () => prover.wins(side, plies - 1)));
}

/** Every move after which no other side can force a win within `theirMoves` of its own moves. */
export function holdingMoves(board: Board, prover: Prover, theirMoves: number): readonly number[] {
  const me = board.turn;
  return allMoves(board).filter((move) =>
    after(board, move, () => {
      if (board.result !== ONGOING) return board.result === me || board.result === DRAWN;
      const plies = pliesOf(board, theirMoves);
      for (let side = 0; side < 4; side++) {
        if (side !== me && (board.sidesIn >>> side) & 1 && prover.wins(side, plies)) return false;
      }
      return true;
    }),
  );
}

function after<T>(board: Board, move: number, ask: () => T): T {
  board.make(move);
  try {
    return ask();
  } finally {
    board.unmake(move);
  }
}
