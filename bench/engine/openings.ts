import {
  type History,
  historyOutcome,
  legalMoves,
  playOn,
  type Rules,
  type SetupName,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { seededIntegers } from '../../packages/rules/src/testing/random.ts';
import { Board, ONGOING } from './board.ts';

export interface OpeningKind {
  readonly setup: SetupName;
  readonly rules: Rules;
  readonly plies: number;
}

/** Setups that are unbalanced from the start; both players of a pair play either side. */
const HANDICAPS: ReadonlySet<SetupName> = new Set(['master', 'master6']);

export type Judge = (history: History) => boolean;

/**
 * A start of random moves, deterministic by number. Afterwards no capture, T capture or arrival is pending, and
 * `isLevel` accepts it. Both players of a pair start from it.
 */
export function openingOf({ setup, rules, plies }: OpeningKind, number: number, isLevel: Judge): History {
  const random = seededIntegers(number * 1_000_003 + plies);
  for (let tries = 0; tries < 10_000; tries++) {
    const history = randomMoves(startHistory(startPosition(setup, rules)), plies, random);
    if (history && (HANDICAPS.has(setup) || isLevel(history))) return history;
  }
  throw new Error(`no level opening of ${plies} plies was found from ${setup}`);
}

function randomMoves(start: History, plies: number, random: () => number): History | undefined {
  let history = start;
  for (let ply = 0; ply < plies; ply++) {
    const moves = legalMoves(history.position);
    const move = moves[random() % moves.length];
    const played = move && playOn(history, move);
    if (!played?.ok || played.value.position.quiet === 0 || historyOutcome(played.value)) return undefined;
    history = played.value;
  }
  return isQuiet(new Board(history.position)) ? history : undefined;
}

/** No side can win at once or capture a piece for free, so the first mover has no further advantage. */
const isQuiet = (board: Board): boolean => board.result === ONGOING && !board.canWinNow();
