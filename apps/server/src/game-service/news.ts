import {
  type GameEvent,
  type GameRow,
  isComputer,
  type LoggedEvent,
  type Player,
  type Settings,
} from '@terrace/protocol';

/** Whether players are not expected to be at the board: games by days and without a clock. */
export const isSlow = ({ time }: Pick<Settings, 'time'>): boolean => time?.kind !== 'clock';

type EventType = GameEvent['type'];

/** Events that may concern a player who is elsewhere, in every game. */
const NEWS: ReadonlySet<EventType> = new Set<EventType>([
  ...(['offered', 'refused', 'withdrawn', 'paused', 'ended', 'closed'] as const),
  ...(['reserved', 'declined', 'expired', 'seated', 'unseated', 'started'] as const),
]);

/** Those that give or end a turn, which players of a game with a running clock see at the board. */
const TURNS: ReadonlySet<EventType> = new Set<EventType>(['moved', 'out', 'replaced', 'undone', 'resumed']);

type Seats = readonly Pick<GameRow['seats'][number], 'player' | 'reserved'>[];

/** Events that may leave every seat empty, although the host or an invited player waits for the news. */
const EMPTYING: ReadonlySet<EventType> = new Set<EventType>(['declined', 'expired', 'unseated', 'closed']);

/** Whether an append goes into the outbox, because its events may concern a person. */
export const isNews = (
  events: readonly LoggedEvent[],
  { settings, seats }: { readonly settings: Settings; readonly seats: Seats },
): boolean =>
  events.some(({ event: { type } }) => NEWS.has(type) || (TURNS.has(type) && isSlow(settings))) &&
  (events.some(({ event: { type } }) => EMPTYING.has(type)) ||
    seats.some(({ player, reserved }) => isPerson(player) || isPerson(reserved)));

export const isPerson = (player: Player | null | undefined): player is Player => player != null && !isComputer(player);
