import { type EventOf, isComputer, type LoggedEvent, type Player } from '@terrace/protocol';
import type { History, Move, Side } from '@terrace/rules';
import { type EventHandlers, handleEvent, type TypesWith } from './event-traits.ts';
import { apply } from './fold.ts';
import type { GameState, Seat } from './state.ts';

/** A move with the moment after it. A move taken back stays in the list. */
export type MadeMove = {
  readonly after: History;
  readonly undone: boolean;
  /** Server time of the move; undefined while the move is in flight. */
  readonly at?: number;
  /** The mover's remaining time; undefined without a clock. */
  readonly clockMs?: number;
};

/** A side that left by R15, after this many moves. */
export type Departure = { readonly side: Side; readonly by: EventOf<'out'>['by']; readonly after: number };

export type CloseReason = EventOf<'closed'>['by'];

/** A computer that took over a side by R15, after this many moves. */
export type Replacement = Departure & { readonly player: Player };

type Declined = { readonly side: Side; readonly by: 'declined' | 'expired'; readonly player: Player };

/** Facts of a log beyond its final state, in the order of the move list. */
export type Timeline = {
  readonly moves: readonly MadeMove[];
  /** A side that is out and not listed here had its T captured. */
  readonly departures: readonly Departure[];
  readonly replacements: readonly Replacement[];
  readonly closed: CloseReason | undefined;
  readonly declined: readonly Declined[];
};

export const EMPTY_TIMELINE: Timeline = {
  moves: [],
  departures: [],
  replacements: [],
  closed: undefined,
  declined: [],
};

export type FoldedLog = { readonly state: GameState; readonly timeline: Timeline };

/** Folds the next events onto a folded log. @throws CorruptLog as `apply` does */
export function foldLog(before: FoldedLog | null, events: readonly LoggedEvent[]): FoldedLog | null {
  return events.reduce<FoldedLog | null>((played, logged) => {
    const state = apply(played?.state ?? null, logged);
    const timeline = played?.timeline ?? EMPTY_TIMELINE;
    const before = played?.state.seats ?? [];
    const next = handleEvent(EXTENSIONS, logged.event, timeline, state.history, logged.at, before);
    return { state, timeline: next ?? timeline };
  }, before);
}

/** Event types with a place in the list. */
type Shown =
  | TypesWith<{ board: 'move' | 'out' | 'back' }>
  | TypesWith<{ status: 'closed' }>
  | 'replaced'
  | 'declined'
  | 'expired';

const EXTENSIONS: EventHandlers<Shown, [Timeline, History, number, readonly Seat[]], Timeline> = {
  moved: ({ remainingMs }, timeline, after, at) => {
    const move = { after, undone: false, at, ...(remainingMs !== null && { clockMs: remainingMs }) };
    return { ...timeline, moves: [...timeline.moves, move] };
  },
  undone: ({ ply }, timeline) => ({
    ...timeline,
    moves: timeline.moves.map((made) => (plyOf(made) >= ply ? { ...made, undone: true } : made)),
  }),
  out: ({ side, by }, timeline) => ({
    ...timeline,
    departures: [...timeline.departures, { side, by, after: timeline.moves.length }],
  }),
  replaced: ({ side, by, player }, timeline) => ({
    ...timeline,
    replacements: [...timeline.replacements, { side, by, player, after: timeline.moves.length }],
  }),
  closed: ({ by }, timeline) => ({ ...timeline, closed: by }),
  declined: ({ side }, timeline, _, __, before) => declinedAt(timeline, before, side, 'declined'),
  expired: ({ side }, timeline, _, __, before) => declinedAt(timeline, before, side, 'expired'),
};

function declinedAt(timeline: Timeline, before: readonly Seat[], side: Side, by: Declined['by']): Timeline {
  const player = before.find((seat) => seat.side === side)?.reserved ?? null;
  if (player === null || isComputer(player)) return timeline;
  return { ...timeline, declined: [...timeline.declined, { side, by, player }] };
}

/**
 * The move that a takeback undid in this position; undefined without one. After a takeback of several moves, each can
 * be played again in turn.
 */
export function undoneMove({ moves }: Timeline, history: History): Move | undefined {
  const { ply } = history.position;
  return moves.findLast(
    ({ undone, after: { parent } }) => undone && parent?.position.ply === ply && pathOf(parent) === pathOf(history),
  )?.after.move;
}

/** The moves and departures that led to a moment. */
function pathOf(history: History): string {
  const steps: string[] = [];
  for (let at = history; at.parent !== undefined; at = at.parent) {
    steps.push(at.move === undefined ? `${at.left}` : `${at.move.from}-${at.move.to}`);
  }
  return steps.join(' ');
}

const plyOf = ({ after }: MadeMove): number => after.parent?.position.ply ?? 0;
