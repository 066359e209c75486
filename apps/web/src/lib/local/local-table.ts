import {
  consenters,
  currentPosition,
  decide,
  type EventHandlers,
  fold,
  type GameState,
  handleEvent,
  openTable,
  type TypesWith,
} from '@terrace/game';
import {
  type Command,
  computerPlayer,
  computerStrength,
  type EventOf,
  type GameEvent,
  type LoggedEvent,
  type Offer,
  type Player,
  PlayerId,
  type Refusal,
  type Settings,
  type Strength,
} from '@terrace/protocol';
import { err, type History, ok, type Result, type Side, sidesIn } from '@terrace/rules';

export type TableResult = Result<readonly LoggedEvent[], Refusal>;

export type LocalPlayer = { readonly side: Side; readonly name: string; readonly strength?: Strength | null };

type SeatedPlayer = { readonly side: Side; readonly player: Player };

/** Computers of equal strength have different copy numbers. */
const playersAt = (seats: readonly LocalPlayer[]): readonly SeatedPlayer[] =>
  seats.map(({ side, name, strength }, n) => {
    if (strength == null) return { side, player: { id: PlayerId.parse(`local-${side}`), name } };
    const before = seats.slice(0, n).filter((other) => other.strength === strength).length;
    return { side, player: computerPlayer(strength, before + 1) };
  });

export function computerAt(state: GameState, side: Side): Strength | undefined {
  const player = playerOf(state, side);
  return player === null ? undefined : computerStrength(player.id);
}

export const peopleIn = (state: GameState): readonly Side[] =>
  sidesIn(currentPosition(state)).filter((side) => computerAt(state, side) === undefined);

/** The side whose person acts now: the side to move, or the only person while a computer thinks. */
export function actingSide(state: GameState): Side | undefined {
  const people = peopleIn(state);
  const { turn } = currentPosition(state);
  if (people.includes(turn)) return turn;
  return people.length === 1 ? people[0] : undefined;
}

/** The person to move, or the last one who moved while a computer thinks; undefined with computers only. */
export function lastPerson(state: GameState): Side | undefined {
  const people = state.seats.map(({ side }) => side).filter((side) => computerAt(state, side) === undefined);
  for (let history: History | undefined = state.history; history !== undefined; history = history.parent)
    if (people.includes(history.position.turn)) return history.position.turn;
  return people[0];
}

/** The log of a new game: all players are seated and the clocks run. Decided by the same code as on the server. */
export function startTable(settings: Settings, seats: readonly LocalPlayer[], now: number): TableResult {
  const [first, ...others] = playersAt(seats);
  if (first === undefined) return err({ code: 'seats-open' });
  const opened = openTable({ ...settings, starts: 'full' }, first.player, first.side, [], now);
  if (!opened.ok) return opened;
  let log = toLoggedEvents(opened.value, 0, now);
  for (const { side, player } of others) {
    const state = fold(null, log);
    if (state === null) return err({ code: 'seats-open' });
    const sat = decideCommand(state, { type: 'sit', side }, player, now);
    if (!sat.ok) return sat;
    log = [...log, ...sat.value];
  }
  return ok(log);
}

/** A command counts for the side to move, an offer as accepted by all. No one can resign for a computer. */
export function applyCommand(state: GameState, command: Command, now: number): TableResult {
  if (command.type === 'offer') return offerFromAll(state, command.offer, now);
  if (command.type === 'flag') return decideCommand(state, command, null, now);
  const side = command.type === 'resign' ? actingSide(state) : currentPosition(state).turn;
  return decideCommand(state, command, side === undefined ? null : playerOf(state, side), now);
}

function offerFromAll(state: GameState, offer: Offer, now: number): TableResult {
  let log: readonly LoggedEvent[] = [];
  for (const side of consenters(state, offer)) {
    const current = fold(state, log) ?? state;
    const open = current.offers[offer];
    const command: Command = open ? { type: 'accept', offer, seq: open.seq } : { type: 'offer', offer };
    const events = decideCommand(current, command, playerOf(current, side), now);
    if (!events.ok) return events;
    log = [...log, ...events.value];
  }
  return ok(log);
}

/** Undoes the last move by a person and the computers' replies, without asking. Departures stay. */
export function takeBack(state: GameState, now: number): TableResult {
  if (state.status !== 'live') return err({ code: 'game-over' });
  const people = peopleIn(state);
  const stops = ({ position }: History) => people.length === 0 || people.includes(position.turn);
  let before = moveBefore(state.history);
  while (before !== undefined && !stops(before)) before = moveBefore(before);
  if (before === undefined) return err({ code: 'nothing-to-take-back' });
  return ok(toLoggedEvents([{ type: 'undone', ply: before.position.ply }], state.seq, now));
}

const moveBefore = ({ move, parent }: History): History | undefined => (move === undefined ? undefined : parent);

/**
 * Refunds the time while the page was closed, and pauses the clocks. @param seenAt when it was last open, ms since 1970
 */
export function resumeEvents(state: GameState, seenAt: number, now: number): readonly LoggedEvent[] {
  if (state.status !== 'live' || state.clock === null || state.pausedUntil !== null) return [];
  const refund = decide(state, { type: 'interrupt', since: seenAt, until: now }, contextOf(null, now));
  const log = refund.ok ? toLoggedEvents(refund.value, state.seq, now) : [];
  const paused = offerFromAll(fold(state, log) ?? state, 'pause', now);
  return paused.ok ? [...log, ...paused.value] : log;
}

/** Moves that can be redone, next one first. A different move, a departure or the end of the game clears them. */
export function undoneMoves(log: readonly LoggedEvent[]): readonly Moved[] {
  const made: Moved[] = [];
  const undone: Moved[] = [];
  const forget = () => {
    undone.length = 0;
  };
  const handlers: EventHandlers<TypesWith<{ board: Board }> | TypesWith<{ status: 'over' }>, [], void> = {
    moved(event) {
      const next = undone.pop();
      if (next !== undefined && (next.from !== event.from || next.to !== event.to)) forget();
      made.push(event);
    },
    undone({ ply }) {
      while ((made.at(-1)?.ply ?? 0) >= ply) undone.push(...made.splice(-1));
    },
    out: forget,
    ended: forget,
  };
  for (const { event } of log) handleEvent(handlers, event);
  return undone.toReversed();
}

export type Moved = EventOf<'moved'>;
type Board = 'move' | 'out' | 'back';

const playerOf = (state: GameState, side: Side): Player | null =>
  state.seats.find((seat) => seat.side === side)?.player ?? null;

function decideCommand(state: GameState, command: Command, by: Player | null, now: number): TableResult {
  const decision = decide(state, command, contextOf(by, now));
  return decision.ok ? ok(toLoggedEvents(decision.value, state.seq, now)) : decision;
}

const contextOf = (by: Player | null, now: number) => ({
  by,
  arrivedAt: now,
  now,
  lagMs: 0,
  absentSides: [],
  nextId: () => null,
});

const toLoggedEvents = (events: readonly GameEvent[], after: number, at: number): readonly LoggedEvent[] =>
  events.map((event, n) => ({ seq: after + 1 + n, at, event }));
