import { seededIntegers } from '../../../packages/rules/src/testing/random.ts';
import { allMoves, Board, DRAWN, MAX_MOVES, ONGOING } from '../board.ts';

/** Limits of a search. `ms` is processor time of the thread. */
export interface UctLimits {
  readonly ms?: number;
  readonly playouts?: number;
}

export interface UctResult {
  /** Encoded as on boards; the game must not be over. */
  readonly move: number;
  readonly playouts: number;
}

const MAX_NODES = 1 << 20;
const EXPLORATION = 0.7;

/**
 * Monte Carlo tree search with UCB1 over random playouts to the end of the game (R16 except for repetition). Tree and
 * playouts take a win in one, without which any opponent beats it. Works for any number of sides: each mover maximizes
 * its own share of wins.
 */
export function uctMove(root: Board, limits: UctLimits, seed: number): UctResult {
  const random = seededIntegers(seed);
  const board = new Board(root.toPosition());
  const moves = new Uint16Array(MAX_MOVES);
  const visits = new Int32Array(MAX_NODES);
  const points = new Float64Array(MAX_NODES); // for the side that moved into the node
  const moveInto = new Uint16Array(MAX_NODES);
  const firstChild = new Int32Array(MAX_NODES);
  const children = new Uint16Array(MAX_NODES);
  const result = new Int8Array(MAX_NODES).fill(ONGOING);
  const path = new Int32Array(MAX_NODES);
  const movers = new Uint8Array(1024);
  let nodes = 1;

  function expand(node: number): void {
    const end = board.generate(moves, 0);
    if (end === 0) result[node] = DRAWN;
    if (end === 0 || nodes + end > MAX_NODES) return;
    firstChild[node] = nodes;
    children[node] = end;
    for (let i = 0; i < end; i++) moveInto[nodes++] = moves[i] ?? 0;
  }

  function select(node: number): number {
    const first = firstChild[node] ?? 0;
    const last = first + (children[node] ?? 0);
    const explore = EXPLORATION * Math.sqrt(Math.log(visits[node] ?? 1));
    let chosen = first;
    let best = -1;
    for (let child = first; child < last; child++) {
      const seen = visits[child] ?? 0;
      const value = seen === 0 ? 1e6 + (random() & 0xffff) : (points[child] ?? 0) / seen + explore / Math.sqrt(seen);
      if (value > best) [best, chosen] = [value, child];
    }
    return chosen;
  }

  /** @returns the winner's index in `SIDES`, or `DRAWN` */
  function playOut(): number {
    while (board.result === ONGOING) {
      if (board.canWinNow()) return board.turn;
      const end = board.generate(moves, 0);
      if (end === 0) return DRAWN;
      board.make(moves[random() % end] ?? 0);
    }
    return board.result;
  }

  let playouts = 0;
  const before = process.threadCpuUsage();
  const isOver = (): boolean => {
    if (playouts >= (limits.playouts ?? Infinity)) return true;
    if (limits.ms === undefined || playouts % 16 !== 0) return false;
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000 >= limits.ms;
  };
  while (playouts === 0 || !isOver()) {
    board.copy(root);
    let node = 0;
    let length = 0;
    path[0] = 0;
    while ((children[node] ?? 0) > 0) {
      movers[length] = board.turn;
      node = select(node);
      board.make(moveInto[node] ?? 0);
      path[++length] = node;
    }
    if (result[node] === ONGOING)
      result[node] = board.result === ONGOING && board.canWinNow() ? board.turn : board.result;
    if (result[node] === ONGOING && (node === 0 || (visits[node] ?? 0) > 0)) expand(node);
    const winner = result[node] === ONGOING ? playOut() : (result[node] ?? DRAWN);
    const shares = bitsIn(root.sidesIn);
    visits[0] = (visits[0] ?? 0) + 1;
    for (let i = 1; i <= length; i++) {
      const at = path[i] ?? 0;
      visits[at] = (visits[at] ?? 0) + 1;
      const won = winner === DRAWN ? 1 / shares : winner === movers[i - 1] ? 1 : 0;
      points[at] = (points[at] ?? 0) + won;
    }
    playouts++;
  }
  return { move: mostVisited(), playouts };

  function mostVisited(): number {
    const me = root.turn;
    if (root.canWinNow()) {
      board.copy(root);
      for (const move of allMoves(root)) {
        board.make(move);
        const wins = board.result === me;
        board.unmake(move);
        if (wins) return move;
      }
    }
    const first = firstChild[0] ?? 0;
    let chosen = first;
    for (let child = first; child < first + (children[0] ?? 0); child++) {
      if ((visits[child] ?? 0) > (visits[chosen] ?? 0)) chosen = child;
    }
    return moveInto[chosen] ?? 0;
  }
}

const bitsIn = (set: number): number => {
  let count = 0;
  for (let left = set; left !== 0; left &= left - 1) count++;
  return count;
};
