import { apply, type GameState } from '@terrace/game';
import type { GameEvent, LoggedEvent } from '@terrace/protocol';
import type { History, Side } from '@terrace/rules';

/** A move that was made, as the moment it led to. One that was taken back stays on record. */
export type MadeMove = {
  readonly after: History;
  readonly undone: boolean;
  /** When it was made, by the server's clock; nothing while it is on its way. */
  readonly at?: number;
  /** What it left its mover; nothing without a clock. */
  readonly clockMs?: number;
};

export type Departure = Extract<GameEvent, { type: 'out' }>['by'];
export type CloseReason = Extract<GameEvent, { type: 'closed' }>['by'];

/** What a game's log tells beyond the state it leads to. */
export type Timeline = {
  readonly moves: readonly MadeMove[];
  /** Sides that left by R15; one that is out and not here had its T taken. */
  readonly departures: Readonly<Partial<Record<Side, Departure>>>;
  readonly closed: CloseReason | undefined;
};

export const EMPTY_TIMELINE: Timeline = { moves: [], departures: {}, closed: undefined };

export type FoldedLog = { readonly state: GameState; readonly timeline: Timeline };

/** Folds a tail of a log onto what was told before. @throws CorruptLog as `apply` does */
export function foldLog(before: FoldedLog | null, events: readonly LoggedEvent[]): FoldedLog | null {
  return events.reduce<FoldedLog | null>((folded, logged) => {
    const state = apply(folded?.state ?? null, logged);
    return { state, timeline: extended(folded?.timeline ?? EMPTY_TIMELINE, logged, state) };
  }, before);
}

function extended(timeline: Timeline, { event, at }: LoggedEvent, { history }: GameState): Timeline {
  switch (event.type) {
    case 'moved': {
      const clock = event.remainingMs === null ? {} : { clockMs: event.remainingMs };
      return { ...timeline, moves: [...timeline.moves, { after: history, undone: false, at, ...clock }] };
    }
    case 'undone':
      return {
        ...timeline,
        moves: timeline.moves.map((made) => (plyOf(made) >= event.ply ? { ...made, undone: true } : made)),
      };
    case 'out':
      return { ...timeline, departures: { ...timeline.departures, [event.side]: event.by } };
    case 'closed':
      return { ...timeline, closed: event.by };
    default:
      return timeline;
  }
}

const plyOf = ({ after }: MadeMove): number => after.parent?.position.ply ?? 0;
