import { historyOutcome, legalMoves, playOn, squareName, startHistory, startPosition } from '@terrace/rules';

export type PlayedMove = { readonly ply: number; readonly from: string; readonly to: string };

/** Plies of a scripted game, well below the 200 quiet ones that would end it (R16). */
const PLIES = 150;

/** A game of random legal moves that does not end; deterministic by seed. */
export function scriptedGame(seed: number): readonly PlayedMove[] {
  const random = lcg(seed);
  let history = startHistory(startPosition('long'));
  const moves: PlayedMove[] = [];
  while (moves.length < PLIES) {
    const { position } = history;
    const options = legalMoves(position);
    const move = options[Math.floor(random() * options.length)];
    const next = move && playOn(history, move);
    if (!move || !next?.ok) throw new Error('a game of Terrace always has a legal move or an end');
    if (historyOutcome(next.value) !== undefined) continue;
    const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
    moves.push({ ply: position.ply, from, to });
    history = next.value;
  }
  return moves;
}

/** Numbers from 0 to below 1, with Knuth's MMIX constants cut to 32 bits. */
function lcg(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
