import {
  historyOutcome,
  type Move as LegalMove,
  legalMoves,
  moveKind,
  type Outcome,
  pieceAt,
  playOn,
  type SetupName,
  squareName,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { seededRandom } from '@terrace/testing/random';

export type Move = { readonly from: string; readonly to: string };
export type Script = { readonly moves: readonly Move[]; readonly outcome: Outcome };

/**
 * A seeded random game that is won by arrival or by capturing a T within the given number of plies, the same in every
 * run. No move captures an own T, which would open a question.
 */
export function scriptedGame(setup: SetupName, atLeast: number, atMost: number): Script {
  for (let seed = 1; ; seed += 1) {
    const script = playout(setup, seededRandom(seed), atMost);
    if (script !== undefined && script.moves.length >= atLeast) return script;
  }
}

function playout(setup: SetupName, random: () => number, atMost: number): Script | undefined {
  let history = startHistory(startPosition(setup));
  const moves: Move[] = [];
  while (moves.length < atMost) {
    const { position } = history;
    const sane = legalMoves(position).filter((move) => !takesOwn(move));
    const move = sane[Math.floor(random() * sane.length)];
    if (move === undefined) return undefined;
    const next = playOn(history, move);
    if (!next.ok) throw new Error(`a legal move was refused: ${next.error.code}`);
    moves.push({ from: squareName(position.size, move.from), to: squareName(position.size, move.to) });
    history = next.value;
    const outcome = historyOutcome(history);
    if (outcome !== undefined) return outcome.kind === 'win' ? { moves, outcome } : undefined;

    function takesOwn(candidate: LegalMove): boolean {
      return moveKind(position, candidate) === 'capture' && pieceAt(position, candidate.to)?.side === position.turn;
    }
  }
  return undefined;
}

/** The given number of moves from `long`, the same in every run. No move ends the game or opens a question. */
export function quietGame(plies: number): readonly Move[] {
  const random = seededRandom(5);
  const moves: Move[] = [];
  let history = startHistory(startPosition('long'));
  while (moves.length < plies) {
    const { position } = history;
    const takesTOrOwn = ({ to }: LegalMove) => {
      const victim = pieceAt(position, to);
      return victim?.t === true || victim?.side === position.turn;
    };
    const among = legalMoves(position).filter((move) => !takesTOrOwn(move));
    const move = among[Math.floor(random() * among.length)];
    const next = move && playOn(history, move);
    if (move === undefined || !next?.ok) throw new Error('the game ended too early');
    if (historyOutcome(next.value) !== undefined) continue;
    moves.push({ from: squareName(position.size, move.from), to: squareName(position.size, move.to) });
    history = next.value;
  }
  return moves;
}
