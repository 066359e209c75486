import { type CloseReason, currentPosition, type GameState, placeOf } from '@terrace/game';
import { messages } from '@terrace/messages';
import type { EndReason, GameResult, Player, PlayerId } from '@terrace/protocol';
import { type History, type Side, squareName } from '@terrace/rules';

export type Ended = {
  readonly state: GameState;
  readonly closed: CloseReason | undefined;
  /** The reader's side; undefined for spectators and in pass and play. */
  readonly you: Side | undefined;
  readonly me: PlayerId | undefined;
};

type DrawReason = Extract<EndReason, 'agreement' | 'repetition' | 'no-move' | 'quiet'>;
type WinReason = Exclude<EndReason, DrawReason>;
/** The log's reason for a win, or `own` if a loser's piece took that loser's T. */
type Way = WinReason | 'own';

const isDraw = (by: EndReason): by is DrawReason =>
  by === 'agreement' || by === 'repetition' || by === 'no-move' || by === 'quiet';

const lastMover = ({ move, parent }: History): Side | undefined =>
  move === undefined ? undefined : parent?.position.turn;

/** The result for this reader: "You won, by taking the T". */
export function headline(ended: Ended): string {
  const { result } = ended.state;
  if (result === null) return closedTitle(ended);
  if (result.winner === null || isDraw(result.by)) return drawTitle(result.by);
  return winTitle(ended, result.winner, result.by, result.places[1]?.[0] ?? result.winner);
}

function winTitle({ state, you }: Ended, winner: Side, by: WinReason, loser: Side): string {
  const way: Way = by === 'capture' && lastMover(state.history) === loser ? 'own' : by;
  const { won, lost, seen, place } = messages.ending;
  if (you === undefined) return write(seen[way], { winner, loser });
  if (you === winner) return write(won[way], { loser });
  const n = state.seats.length > 2 ? placeOf(state, you) : undefined;
  return n === undefined ? write(lost[way], { winner }) : place({ n, winner });
}

const write = <P>(message: string | ((parameters: P) => string), parameters: P): string =>
  typeof message === 'string' ? message : message(parameters);

const drawTitle = (by: EndReason): string => (isDraw(by) ? messages.ending.draw[by] : messages.game.over.draw);

const isHost = ({ state, me }: Ended): boolean => me !== undefined && state.host === me;

function closedTitle(ended: Ended): string {
  const closed = ended.closed ?? 'host';
  return closed === 'host' && isHost(ended) ? messages.ending.closed.youClosed : messages.play.closed[closed].title;
}

/** The player who made no first move, for an opponent who waited; otherwise undefined. */
export function absentOpponent({ state, closed, you }: Ended): Player | undefined {
  const late = currentPosition(state).turn;
  const waited = closed === 'no-show' && you !== undefined && you !== late;
  return waited ? (state.seats.find(({ side }) => side === late)?.player ?? undefined) : undefined;
}

export function closedReason(ended: Ended): string | undefined {
  const { state, closed = 'host' } = ended;
  if (state.result !== null) return undefined;
  if (closed === 'host' && isHost(ended)) return messages.ending.closed.youClosedWhy;
  if (closed === 'host-gone' && isHost(ended)) return messages.ending.closed.youWereGone;
  const absent = absentOpponent(ended);
  return absent ? messages.ending.closed.noShow({ name: absent.name }) : messages.play.closed[closed].why;
}

/** Where and when the game was decided: "on c3, move 24". @param number of the last move in the move list */
export function whereText({ history }: GameState, { by }: GameResult, number: number): string {
  const { move, position } = history;
  if (move !== undefined && (by === 'arrival' || by === 'capture')) {
    return messages.ending.on({ square: squareName(position.size, move.to), n: number });
  }
  return messages.ending.after({ n: number });
}
