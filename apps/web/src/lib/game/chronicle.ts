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

export type Leaving = Extract<GameEvent, { type: 'out' }>['by'];
export type Closing = Extract<GameEvent, { type: 'closed' }>['by'];

/** What a game's log tells beyond the state it leads to. */
export type Chronicle = {
  readonly moves: readonly MadeMove[];
  /** Sides that left by R15; one that is out and not here had its T taken. */
  readonly leavings: Readonly<Partial<Record<Side, Leaving>>>;
  readonly closed: Closing | undefined;
};

export const BLANK: Chronicle = { moves: [], leavings: {}, closed: undefined };

export type Told = { readonly state: GameState; readonly chronicle: Chronicle };

/** Folds a tail of a log onto what was told before. @throws CorruptLog as `apply` does */
export function tell(before: Told | null, events: readonly LoggedEvent[]): Told | null {
  return events.reduce<Told | null>((told, logged) => {
    const state = apply(told?.state ?? null, logged);
    return { state, chronicle: chronicled(told?.chronicle ?? BLANK, logged, state) };
  }, before);
}

function chronicled(chronicle: Chronicle, { event, at }: LoggedEvent, { history }: GameState): Chronicle {
  switch (event.type) {
    case 'moved': {
      const clock = event.remainingMs === null ? {} : { clockMs: event.remainingMs };
      return { ...chronicle, moves: [...chronicle.moves, { after: history, undone: false, at, ...clock }] };
    }
    case 'undone':
      return {
        ...chronicle,
        moves: chronicle.moves.map((made) => (plyOf(made) >= event.ply ? { ...made, undone: true } : made)),
      };
    case 'out':
      return { ...chronicle, leavings: { ...chronicle.leavings, [event.side]: event.by } };
    case 'closed':
      return { ...chronicle, closed: event.by };
    default:
      return chronicle;
  }
}

const plyOf = ({ after }: MadeMove): number => after.parent?.position.ply ?? 0;
