import { allMoves, type Board, DRAWN, MAX_MOVES, ONGOING } from '../board.ts';

/** Raised when a proof takes more moves than it was given. */
export class TooHard extends Error {}

/** Whether a side can force its win; every question walks all moves of the rules until it is answered. */
export interface Prover {
  /** Whether `side` wins within some plies from here, whatever the others play. */
  wins(side: number, plies: number): boolean;
  /** Moves made so far. */
  readonly made: number;
}

const TABLE = 1 << 20;

/**
 * Proves wins by trying all moves: the winner needs one that works, the others are refuted in each of theirs. No move is
 * left out. What is known of a position is kept (won within so many plies, not won within so many), and moves that
 * worked before are tried first.
 *
 * R16: nothing stands for the third time within the 7 plies of two sides, or the 9 of four, from a first standing.
 *
 * @param board is walked in place and stands as before after each question
 * @param budget moves that may be made before `TooHard` is thrown
 */
export function proverOf(board: Board, budget = Number.POSITIVE_INFINITY): Prover {
  const moves = new Uint16Array(MAX_MOVES * 24);
  const lows = new Int32Array(TABLE);
  const highs = new Int32Array(TABLE);
  const known = new Uint16Array(TABLE); // plies it is won in + 16 * plies it is not won in
  const good = new Uint16Array(TABLE); // the move that answered
  const worked = new Int32Array(2 * 4096); // how often a move answered, by whether it was the winner's
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
    let answer = !winning && end > first; // nobody to move: a draw (R16)
    let answering = 0;
    for (let i = first; i < end; i++) {
      const move = moves[i] ?? 0;
      made++;
      board.make(move);
      const won = wins(side, plies - 1, end);
      board.unmake(move);
      if (made > budget) return false; // whatever it is; nothing is kept of it
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

  /** One ply of another side is left: it loses only if every move it has loses at once. */
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

/** Puts the known move first, then those that worked most often. */
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

/** Plies in which a side to move makes its n-th move, if all sides in play on. */
export const pliesOf = (board: Board, ownMoves: number): number => {
  let sides = 0;
  for (let left = board.sidesIn; left !== 0; left &= left - 1) sides++;
  return (ownMoves - 1) * sides + 1;
};

/** Every move after which the side to move still wins within `ownMoves` moves of its own, this one counted. */
export function winningMoves(board: Board, prover: Prover, ownMoves: number): readonly number[] {
  const side = board.turn;
  const plies = pliesOf(board, ownMoves);
  return allMoves(board).filter((move) => after(board, move, () => prover.wins(side, plies - 1)));
}

/** Every move after which no other side wins by force within `theirMoves` moves of its own. */
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
