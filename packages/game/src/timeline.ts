import { type EventOf, isComputer, type LoggedEvent, type Player } from '@terrace/protocol';
import type { History, Side } from '@terrace/rules';
import { dispatch, type Handlers, type TypesWith } from './event-traits.ts';
import { apply } from './fold.ts';
import type { GameState, Seat } from './state.ts';

/** A move that was made, as the moment it led to. One that was taken back stays on record. */
export type MadeMove = {
  readonly after: History;
  readonly undone: boolean;
  /** When it was made, by the server's clock; nothing while it is on its way. */
  readonly at?: number;
  /** What it left its mover; nothing without a clock. */
  readonly clockMs?: number;
};

/** A side that left by R15, after so many moves of the list. */
export type Departure = { readonly side: Side; readonly by: EventOf<'out'>['by']; readonly after: number };

export type CloseReason = EventOf<'closed'>['by'];

/** A computer that plays on at a side whose player left by R15, after so many moves of the list. */
export type Replacement = Departure & { readonly player: Player };

/** A seat that was kept for somebody who did not want it, or did not answer in time. */
type Declined = { readonly side: Side; readonly by: 'declined' | 'expired'; readonly player: Player };

/** What a log tells of a game beyond the state it leads to, in the order of a list of moves. */
export type Timeline = {
  readonly moves: readonly MadeMove[];
  /** One that is out and not here had its T taken. */
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

/** A game's state, and how it came to it. */
export type FoldedLog = { readonly state: GameState; readonly timeline: Timeline };

/** Folds a tail of a log onto what came before it. @throws CorruptLog as `apply` does */
export function foldLog(before: FoldedLog | null, events: readonly LoggedEvent[]): FoldedLog | null {
  return events.reduce<FoldedLog | null>((played, logged) => {
    const state = apply(played?.state ?? null, logged);
    const timeline = played?.timeline ?? EMPTY_TIMELINE;
    const before = played?.state.seats ?? [];
    const next = dispatch(EXTENSIONS, logged.event, timeline, state.history, logged.at, before);
    return { state, timeline: next ?? timeline };
  }, before);
}

/** Types of event that have a place in the list. */
type Shown =
  | TypesWith<{ board: 'move' | 'out' | 'back' }>
  | TypesWith<{ status: 'closed' }>
  | 'replaced'
  | 'declined'
  | 'expired';

const EXTENSIONS: Handlers<Shown, [Timeline, History, number, readonly Seat[]], Timeline> = {
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

const plyOf = ({ after }: MadeMove): number => after.parent?.position.ply ?? 0;
