import type { EventOf, GameEvent, GameResult } from '@terrace/protocol';
import type { Status } from './state.ts';

type EventType = GameEvent['type'];

/** Properties of an event for readers that do not fold the log: presence, queues, streams, ratings, lists, pages. */
export type EventTraits = {
  /** The game's status from this event on; null if unchanged. */
  readonly status: Status | null;
  /** Its effect on the position: a move, an elimination, or a takeback. */
  readonly board: 'move' | 'out' | 'back' | null;
  readonly players: boolean;
  /** Whether its sender gives up a seat, so that the log contains a name without a seat, or opens a computer's seat. */
  readonly leaves: boolean;
  /** The field that contains a player with a name. */
  readonly named: 'host' | 'player' | null;
  /** Where a page shows its sentence, a message named after the event type. */
  readonly shownIn: 'announcement' | 'chat' | 'both' | null;
};

const NONE = { status: null, board: null, players: false, leaves: false, named: null, shownIn: null } as const;

/** One row per event type. A new event needs a schema, a fold, a row here and a message. */
export const EVENT_TRAITS = {
  created: { ...NONE, status: 'open', named: 'host' },
  reserved: { ...NONE, named: 'player' },
  declined: { ...NONE, leaves: true },
  expired: NONE,
  seated: { ...NONE, players: true, named: 'player' },
  unseated: { ...NONE, players: true, leaves: true },
  started: { ...NONE, status: 'live', shownIn: 'both' },
  closed: { ...NONE, status: 'closed' },
  moved: { ...NONE, board: 'move', shownIn: 'both' },
  out: { ...NONE, board: 'out', shownIn: 'both' },
  replaced: { ...NONE, players: true, named: 'player', shownIn: 'both' },
  offered: { ...NONE, shownIn: 'both' },
  agreed: { ...NONE, shownIn: 'both' },
  withdrawn: { ...NONE, shownIn: 'both' },
  refused: { ...NONE, shownIn: 'both' },
  undone: { ...NONE, board: 'back', shownIn: 'both' },
  paused: { ...NONE, shownIn: 'both' },
  resumed: { ...NONE, shownIn: 'both' },
  'time-given': { ...NONE, shownIn: 'both' },
  interrupted: NONE,
  'vacation-began': { ...NONE, shownIn: 'both' },
  'vacation-ended': { ...NONE, shownIn: 'both' },
  ended: { ...NONE, status: 'over', shownIn: 'chat' },
  renamed: { ...NONE, named: 'player' },
  rematched: { ...NONE, shownIn: 'announcement' },
} as const satisfies Record<EventType, EventTraits>;

type Traits = typeof EVENT_TRAITS;

/** The event types with these traits, such as `TypesWith<{ status: 'over' | 'closed' }>`. */
export type TypesWith<Wanted extends Partial<EventTraits>> = {
  [T in EventType]: Traits[T] extends Wanted ? T : never;
}[EventType];

export const traitsOf = ({ type }: GameEvent): EventTraits => EVENT_TRAITS[type];

/** The event types that match, for queries on stored logs. */
export const typesWhere = (has: (traits: EventTraits) => boolean): readonly string[] =>
  Object.entries(EVENT_TRAITS).flatMap(([type, traits]) => (has(traits) ? [type] : []));

type LoggedEvents = readonly { readonly event: GameEvent }[];

const some = (events: LoggedEvents, has: (traits: EventTraits) => boolean): boolean =>
  events.some(({ event }) => has(traitsOf(event)));

export const startsGame = (events: LoggedEvents): boolean => some(events, ({ status }) => status === 'live');

export const endsGame = (events: LoggedEvents): boolean => some(events, ({ status }) => status === 'over');

/** Whether only a rematch can follow: the game has ended or its table was closed. */
export const finishesGame = (events: LoggedEvents): boolean =>
  some(events, ({ status }) => status === 'over' || status === 'closed');

/** Whether the players change, or the meaning of being away does. */
export const changesPlayers = (events: LoggedEvents): boolean =>
  some(events, ({ players, status }) => players || status !== null);

/** Whether the side to move may change. */
export const changesTurn = (events: LoggedEvents): boolean =>
  some(events, ({ board, status }) => board !== null || status === 'live');

/** Whether a pause ends. */
export const resumesGame = (events: LoggedEvents): boolean => events.some(({ event }) => event.type === 'resumed');

export const takesBackMove = (events: LoggedEvents): boolean => some(events, ({ board }) => board === 'back');

export const movesIn = (events: LoggedEvents): readonly EventOf<'moved'>[] =>
  events.flatMap(({ event }) => (event.type === 'moved' ? [event] : []));

/** The result, if the game ends with these events. */
export const resultIn = (events: LoggedEvents): GameResult | undefined =>
  events.flatMap(({ event }) => (event.type === 'ended' ? [event.result] : [])).at(-1);

export type EventHandlers<S extends EventType, A extends readonly unknown[], R> = {
  readonly [T in S]: (event: EventOf<T>, ...args: A) => R;
};

export const handleEvent = <S extends EventType, A extends readonly unknown[], R>(
  handlers: EventHandlers<S, A, R>,
  event: GameEvent,
  ...args: A
): R | undefined => (has(handlers, event) ? call<S, A, R>(handlers, event.type, event, args) : undefined);

const has = <S extends EventType>(handlers: Readonly<Record<S, unknown>>, event: GameEvent): event is EventOf<S> =>
  Object.hasOwn(handlers, event.type);

const call = <S extends EventType, A extends readonly unknown[], R>(
  handlers: EventHandlers<S, A, R>,
  type: S,
  event: EventOf<S>,
  args: A,
): R => handlers[type](event, ...args);
