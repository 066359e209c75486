import { currentPosition, fold, type GameState, moverOf } from '@terrace/game';
import type { GameId, LoggedEvent, PlayerId } from '@terrace/protocol';
import { isSlow } from '../game-service/news.ts';
import { endIn, newsIn, turnCause, turnEvent } from './causes.ts';
import type { Cause, Superseded } from './notifications.ports.ts';

/** A rating that a game changed. */
export type RatingChange = { readonly player: PlayerId; readonly before: number; readonly after: number };

/** A commit within its game's log: the events after `after` up to `seq`. */
export type Commit = {
  readonly gameId: GameId;
  /** From the first event on, and possibly beyond the commit. */
  readonly log: readonly LoggedEvent[];
  readonly after: number;
  readonly seq: number;
  /** The rating changes of the game; undefined without any. */
  readonly changes: readonly RatingChange[] | undefined;
};

export type Derived = {
  readonly causes: readonly Cause[];
  readonly superseded: Superseded | null;
};

/**
 * The causes of a commit. Turns that have been played since are skipped, so commits can be derived late and in any order;
 * deriving one again changes nothing.
 */
export function causesOfCommit({ gameId, log, after, seq, changes }: Commit): Derived {
  const { before, state, current, events } = statesOf({ log, after, seq });
  const first = log[0]?.event;
  if (state === null || current === null || first?.type !== 'created') return { causes: [], superseded: null };
  const isTurn = isSlow(state.settings);
  const began = turnEvent(log.filter((each) => each.seq <= seq));
  const given = !isTurn || began === undefined ? undefined : turnCause(gameId, state, began);
  const batch = { gameId, before, events, state, opener: first.host };
  const end = endIn(batch, (player) => {
    const change = changes?.find((each) => each.player === player);
    return change === undefined ? null : change.after - change.before;
  });
  const causes = merge([...newsIn(batch), ...end], given);
  const isCurrent = given !== undefined && isSameTurn(current, state);
  return {
    causes: isCurrent ? causes : causes.filter((cause) => cause !== given),
    superseded: superseded(gameId, events, state, isTurn ? began : undefined),
  };
}

/** The states around a commit and at the end of the log. */
export function statesOf({ log, after, seq }: Pick<Commit, 'log' | 'after' | 'seq'>) {
  const part = (from: number, to: number) => log.filter((each) => each.seq > from && each.seq <= to);
  const events = part(after, seq);
  const before = fold(null, part(0, after));
  const state = fold(before, events);
  const current = fold(state, part(seq, Number.POSITIVE_INFINITY));
  return { before, state, current, events };
}

/** Only notices of earlier events, because another process may have derived a later commit that this log lacks. */
function superseded(
  gameId: GameId,
  events: readonly LoggedEvent[],
  state: GameState,
  began: LoggedEvent | undefined,
): Superseded | null {
  const upTo = events.at(-1)?.seq ?? 0;
  if (events.some(({ event }) => event.type === 'closed'))
    return { gameId, kinds: ['turn', 'time-short', 'invited'], upTo, turn: null };
  if (began === undefined || !endsTurn(events)) return null;
  const mover = state.status === 'live' ? moverOf(state) : null;
  const turn = mover ? { player: mover.id, seq: began.seq } : null;
  return { gameId, kinds: ['turn', 'time-short'], upTo, turn };
}

const isSameTurn = (now: GameState, then: GameState): boolean =>
  now.status === 'live' && now.playedAt === then.playedAt && currentPosition(now).ply === currentPosition(then).ply;

const endsTurn = (events: readonly LoggedEvent[]): boolean =>
  events.some(({ event: { type } }) => type === 'moved' || type === 'undone' || type === 'out' || type === 'ended');

/** A player on turn is notified of the turn only, and not of the start that gave it. */
const merge = (causes: readonly Cause[], turn: Cause | undefined): readonly Cause[] => [
  ...causes.filter(({ to, details }) => to !== turn?.to || !['started', 'joined', 'answered'].includes(details.kind)),
  ...(turn === undefined ? [] : [turn]),
];
