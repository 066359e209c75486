import type { EventOf, GameEvent, GameResult } from '@terrace/protocol';
import type { Status } from './state.ts';

type EventType = GameEvent['type'];

/** What an event is to whoever reads a log without folding it: presence, queues, streams, ratings, lists, pages. */
export type EventTraits = {
  /** The game's status from this event on; null leaves it as it is. */
  readonly status: Status | null;
  /** What it does to the position: a move, a side out of play, or going back. */
  readonly board: 'move' | 'out' | 'back' | null;
  /** Whether other people play than before. */
  readonly players: boolean;
  /** Whether its sender gives up a seat, so that a name may stand in the log that stands in no seat; or opens a computer's. */
  readonly leaves: boolean;
  /** The field with a player in it, name included. */
  readonly named: 'host' | 'player' | null;
  /** Where a page says it in a sentence, the message named after the event's type. */
  readonly said: 'aloud' | 'chat' | 'both' | null;
};

const NONE = { status: null, board: null, players: false, leaves: false, named: null, said: null } as const;

/** One row an event. A new event is its schema, its fold and its row here; its sentence is in the catalogue. */
export const EVENT_TRAITS = {
  created: { ...NONE, status: 'open', named: 'host' },
  reserved: { ...NONE, named: 'player' },
  declined: { ...NONE, leaves: true },
  expired: NONE,
  seated: { ...NONE, players: true, named: 'player' },
  unseated: { ...NONE, players: true, leaves: true },
  started: { ...NONE, status: 'live', said: 'both' },
  closed: { ...NONE, status: 'closed' },
  moved: { ...NONE, board: 'move', said: 'both' },
  out: { ...NONE, board: 'out', said: 'both' },
  replaced: { ...NONE, players: true, named: 'player', said: 'both' },
  offered: { ...NONE, said: 'both' },
  agreed: { ...NONE, said: 'both' },
  withdrawn: { ...NONE, said: 'both' },
  refused: { ...NONE, said: 'both' },
  undone: { ...NONE, board: 'back', said: 'both' },
  paused: { ...NONE, said: 'both' },
  resumed: { ...NONE, said: 'both' },
  'time-given': { ...NONE, said: 'both' },
  interrupted: NONE,
  ended: { ...NONE, status: 'over', said: 'chat' },
  renamed: { ...NONE, named: 'player' },
  rematched: { ...NONE, said: 'aloud' },
} as const satisfies Record<EventType, EventTraits>;

type Traits = typeof EVENT_TRAITS;

/** The types of event whose traits are these, such as `TypesWith<{ status: 'over' | 'closed' }>`. */
export type TypesWith<Wanted extends Partial<EventTraits>> = {
  [T in EventType]: Traits[T] extends Wanted ? T : never;
}[EventType];

export const traitsOf = ({ type }: GameEvent): EventTraits => EVENT_TRAITS[type];

/** Types of event that have a trait, for queries on stored logs. */
export const typesWhere = (has: (traits: EventTraits) => boolean): readonly string[] =>
  Object.entries(EVENT_TRAITS).flatMap(([type, traits]) => (has(traits) ? [type] : []));

type Happened = readonly { readonly event: GameEvent }[];

const some = (events: Happened, has: (traits: EventTraits) => boolean): boolean =>
  events.some(({ event }) => has(traitsOf(event)));

/** Whether play begins among these events. */
export const starts = (events: Happened): boolean => some(events, ({ status }) => status === 'live');

/** Whether the game comes to its end, by a result. */
export const ends = (events: Happened): boolean => some(events, ({ status }) => status === 'over');

/** Whether nothing but talk of a rematch can follow: the game has ended or its table was closed. */
export const finishes = (events: Happened): boolean =>
  some(events, ({ status }) => status === 'over' || status === 'closed');

/** Whether other people play now, or being away means something else. */
export const changesPlayers = (events: Happened): boolean =>
  some(events, ({ players, status }) => players || status !== null);

/** Whether another side may be to move. */
export const changesTurn = (events: Happened): boolean =>
  some(events, ({ board, status }) => board !== null || status === 'live');

/** Whether a move was taken back. */
export const goesBack = (events: Happened): boolean => some(events, ({ board }) => board === 'back');

/** The moves among events. */
export const movesIn = (events: Happened): readonly EventOf<'moved'>[] =>
  events.flatMap(({ event }) => (event.type === 'moved' ? [event] : []));

/** How the game came out, if it ends here. */
export const resultIn = (events: Happened): GameResult | undefined =>
  events.flatMap(({ event }) => (event.type === 'ended' ? [event.result] : [])).at(-1);

/** Functions for some types of event, each given the event of its type. */
export type Handlers<S extends EventType, A extends readonly unknown[], R> = {
  readonly [T in S]: (event: EventOf<T>, ...args: A) => R;
};

/** Calls the handler of an event's type; undefined when there is none. */
export const dispatch = <S extends EventType, A extends readonly unknown[], R>(
  handlers: Handlers<S, A, R>,
  event: GameEvent,
  ...args: A
): R | undefined => (has(handlers, event) ? call<S, A, R>(handlers, event.type, event, args) : undefined);

const has = <S extends EventType>(handlers: Readonly<Record<S, unknown>>, event: GameEvent): event is EventOf<S> =>
  Object.hasOwn(handlers, event.type);

const call = <S extends EventType, A extends readonly unknown[], R>(
  handlers: Handlers<S, A, R>,
  type: S,
  event: EventOf<S>,
  args: A,
): R => handlers[type](event, ...args);
