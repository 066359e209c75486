import { currentPosition, type GameState } from '@terrace/game';
import { illegalMoveText } from '@terrace/messages';
import { commandsMessages } from '@terrace/messages/commands';
import type { QueuedMove, Refusal } from '@terrace/protocol';
import { type History, type Illegal, parseSquare, playOn, type Result, type Side } from '@terrace/rules';
import { squareNames } from './parse-move.ts';

type Squares = Pick<QueuedMove, 'from' | 'to'>;

/**
 * Why a conditional line cannot be played as written; undefined if it can. The line is checked up to the first move
 * that answers any move: from there on the position is not known.
 */
export function lineRefusal(state: GameState, owner: Side, moves: readonly QueuedMove[]): Refusal | undefined {
  const [first, ...later] = moves;
  if (first === undefined || state.status !== 'live') return undefined;
  const { seats, turn } = currentPosition(state);
  if (turn !== owner) return isNext(seats, turn, owner) ? refusalAfter(state.history, moves) : undefined;
  if (first.after !== null && !isSame(first.after, lastMove(state.history))) {
    return lineProblem(commandsMessages().problems.otherReply({ move: textOf(first.after) }));
  }
  const played = step(state.history, first);
  if (!played.ok) return illegalIn(first, played.error);
  return seats.length === 2 ? refusalAfter(played.value, later) : undefined;
}

/** Plays a line of replies and own moves in turn. */
function refusalAfter(start: History, moves: readonly QueuedMove[]): Refusal | undefined {
  let history = start;
  for (const move of moves) {
    if (move.after === null) return undefined;
    for (const each of [move.after, move]) {
      const played = step(history, each);
      if (!played.ok) return illegalIn(each, played.error);
      history = played.value;
    }
    if (history.position.seats.length > 2) return undefined;
  }
  return undefined;
}

function step(history: History, { from, to }: Squares): Result<History, Illegal> {
  const { size } = history.position;
  const [start, end] = [parseSquare(size, from), parseSquare(size, to)];
  if (start === undefined || end === undefined) return { ok: false, error: { code: 'off-board' } };
  return playOn(history, { from: start, to: end });
}

const isNext = (seats: readonly Side[], turn: Side, owner: Side): boolean =>
  seats[(seats.indexOf(turn) + 1) % seats.length] === owner;

const isSame = (one: Squares, other: Squares | undefined): boolean => one.from === other?.from && one.to === other.to;

const lastMove = ({ move, position }: History): Squares | undefined => move && squareNames(position, move);

const textOf = ({ from, to }: Squares): string => `${from}-${to}`;

const lineProblem = (problem: string): Refusal => ({ code: 'bad-command', problem });

const illegalIn = (move: Squares, why: Illegal): Refusal =>
  lineProblem(commandsMessages().problems.lineMove({ move: textOf(move), why: illegalMoveText(why) }));
