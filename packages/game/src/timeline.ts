import type { EventOf, GameEvent, LoggedEvent } from '@terrace/protocol';
import type { History, Side } from '@terrace/rules';
import type { TypesWith } from './event-traits.ts';
import { apply } from './fold.ts';
import type { GameState } from './state.ts';

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

export type ClosedBy = EventOf<'closed'>['by'];

/** What a log tells of a game beyond the state it leads to, in the order of a list of moves. */
export type Timeline = {
  readonly moves: readonly MadeMove[];
  /** One that is out and not here had its T taken. */
  readonly departures: readonly Departure[];
  readonly closed: ClosedBy | undefined;
};

export const EMPTY_TIMELINE: Timeline = { moves: [], departures: [], closed: undefined };

/** A game's state, and how it came to it. */
export type PlayedGame = { readonly state: GameState; readonly timeline: Timeline };

/** Folds a tail of a log onto what came before it. @throws CorruptLog as `apply` does */
export function foldPlayed(before: PlayedGame | null, events: readonly LoggedEvent[]): PlayedGame | null {
  return events.reduce<PlayedGame | null>((played, logged) => {
    const state = apply(played?.state ?? null, logged);
    const timeline = played?.timeline ?? EMPTY_TIMELINE;
    const { event, at } = logged;
    return { state, timeline: isShown(event) ? extend(event.type, timeline, event, state.history, at) : timeline };
  }, before);
}

/** Types of event that have a place in the list. */
type Shown = TypesWith<{ board: 'move' | 'out' | 'back' }> | TypesWith<{ status: 'closed' }>;
type Extend<T extends Shown> = (timeline: Timeline, event: EventOf<T>, after: History, at: number) => Timeline;

const EXTENSIONS: { readonly [T in Shown]: Extend<T> } = {
  moved: (timeline, { remainingMs }, after, at) => {
    const move = { after, undone: false, at, ...(remainingMs !== null && { clockMs: remainingMs }) };
    return { ...timeline, moves: [...timeline.moves, move] };
  },
  undone: (timeline, { ply }) => ({
    ...timeline,
    moves: timeline.moves.map((made) => (plyOf(made) >= ply ? { ...made, undone: true } : made)),
  }),
  out: (timeline, { side, by }) => ({
    ...timeline,
    departures: [...timeline.departures, { side, by, after: timeline.moves.length }],
  }),
  closed: (timeline, { by }) => ({ ...timeline, closed: by }),
};

const isShown = (event: GameEvent): event is EventOf<Shown> => event.type in EXTENSIONS;

const extend = <T extends Shown>(
  type: T,
  timeline: Timeline,
  event: EventOf<T>,
  after: History,
  at: number,
): Timeline => EXTENSIONS[type](timeline, event, after, at);

const plyOf = ({ after }: MadeMove): number => after.parent?.position.ply ?? 0;
