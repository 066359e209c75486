import { type Branch, branchesOf, cutBranches, type GameState, historyAfter, namesOf, sideOf } from '@terrace/game';
import type { ConditionalMove, PlayerId } from '@terrace/protocol';
import { formatPosition, type History, legalMoves } from '@terrace/rules';
import type { StoredConditionals } from './conditional-moves.ports.ts';

type Squares = NonNullable<ConditionalMove['move']>;

/** A player's branches from the current position of a game on, without a move that was taken to be played. */
export function branchesNow(state: GameState, player: PlayerId, { start, moves }: StoredConditionals) {
  const side = sideOf(state, player);
  const from = startOf(state, player, start);
  if (side === undefined || from === undefined || state.status !== 'live') return [];
  return cutBranches(from, side, branchesOf(moves) ?? [], state.history) ?? [];
}

/** The branches with a move before them that was taken to be played and is not in the log. */
export const withTaken = (move: Squares, { moves }: StoredConditionals): readonly Branch[] => [
  { move, children: branchesOf(moves) ?? [] },
];

/** The move from the current position to the start of the moves; undefined if they start elsewhere. */
export function moveToStart({ history }: GameState, { start }: StoredConditionals): Squares | undefined {
  const { position } = history;
  if (start === null || plyOf(start) !== position.ply + 1) return undefined;
  return legalMoves(position)
    .map((move) => namesOf(history, move))
    .find((move) => {
      const after = historyAfter(history, move);
      return after !== undefined && formatPosition(after.position) === start;
    });
}

/** The moment of the game with a position; undefined if it was taken back. */
export function startOf({ history, seats }: GameState, player: PlayerId, start: string | null): History | undefined {
  if (start === null) {
    const turn = seats.find(({ side }) => side === history.position.turn)?.player;
    return turn?.id === player ? (history.parent ?? history) : history;
  }
  const ply = plyOf(start);
  for (let at: History | undefined = history; at !== undefined && at.position.ply >= ply; at = at.parent) {
    if (at.position.ply === ply && formatPosition(at.position) === start) return at;
  }
  return undefined;
}

export function momentOf(history: History, ply: number): History | undefined {
  let moment: History | undefined = history;
  while (moment !== undefined && moment.position.ply > ply) moment = moment.parent;
  return moment?.position.ply === ply ? moment : undefined;
}

const plyOf = (start: string): number => Number(start.split(' ').at(-1));
