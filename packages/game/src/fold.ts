import type { GameEvent, LoggedEvent } from '@terrace/protocol';
import {
  type History,
  parseSquare,
  playOn,
  removeFrom,
  SETUPS,
  type Square,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { passClock, refund, remainingMs, startClock } from './clock.ts';
import { type Answered, type GameState, positionOf } from './state.ts';

/** How many carried-out commands a game remembers; a client sends one again within seconds, not games later. */
const REMEMBERED = 64;

/** The log does not make sense: our own fault, never a player's. */
export class CorruptLog extends Error {}

/** Folds a tail of a log, in order, onto the state before it. @throws CorruptLog on a gap or an impossible event */
export function fold(state: GameState | null, events: readonly LoggedEvent[]): GameState | null {
  return events.reduce<GameState | null>((before, logged) => apply(before, logged), state);
}

/** The state after one more event. @throws CorruptLog when it does not follow */
export function apply(state: GameState | null, logged: LoggedEvent): GameState {
  const { event, seq, at } = logged;
  if (seq !== (state?.seq ?? 0) + 1) throw new CorruptLog(`event ${seq} does not follow ${state?.seq ?? 0}`);
  if (state === null) {
    if (event.type !== 'created') throw new CorruptLog(`a log begins with created, not ${event.type}`);
    return { ...opened(event, at), answered: remember([], logged) };
  }
  return { ...happened(state, event, at), seq, lastAt: at, answered: remember(state.answered, logged) };
}

function opened(event: Extract<GameEvent, { type: 'created' }>, at: number): Omit<GameState, 'answered'> {
  const { settings, host } = event;
  return {
    seq: 1,
    status: 'open',
    settings,
    host: host.id,
    createdAt: at,
    lastAt: at,
    seats: SETUPS[settings.setup].seats.map((side) => ({ side, player: null })),
    history: startHistory(startPosition(settings.setup)),
    clock: null,
    result: null,
  };
}

function happened(state: GameState, event: GameEvent, at: number): GameState {
  switch (event.type) {
    case 'created':
      throw new CorruptLog('a game is created once');
    case 'seated':
      return seat(state, event.side, event.player);
    case 'unseated':
      return seat(state, event.side, null);
    case 'closed':
      return { ...state, status: 'closed' };
    case 'started': {
      const { time } = state.settings;
      return { ...state, status: 'live', clock: time === null ? null : startClock(time, at) };
    }
    case 'moved':
      return moved(state, event, at);
    case 'out':
      return left(state, event, at);
    case 'interrupted':
      return { ...state, clock: state.clock && refund(state.clock, event.since, event.until) };
    case 'ended':
      return { ...state, status: 'over', clock: stopped(state, at), result: event.result };
  }
}

const seat = (state: GameState, side: string, player: GameState['seats'][number]['player']): GameState => ({
  ...state,
  seats: state.seats.map((each) => (each.side === side ? { side: each.side, player } : each)),
});

function moved(state: GameState, event: Extract<GameEvent, { type: 'moved' }>, at: number): GameState {
  const position = positionOf(state);
  const from = parseSquare(position.size, event.from);
  const to = parseSquare(position.size, event.to);
  if (from === undefined || to === undefined) throw new CorruptLog(`no square ${event.from} or ${event.to}`);
  return {
    ...state,
    history: played(state.history, { from, to }),
    clock: state.clock && passClock(state.clock, position.turn, event.remainingMs ?? 0, at),
  };
}

function played(history: History, move: { from: Square; to: Square }): History {
  const next = playOn(history, move);
  if (!next.ok) throw new CorruptLog(`an illegal move stands in the log: ${JSON.stringify(next.error)}`);
  return next.value;
}

/** R15: the leaver's clock stops; another side's turn that goes on keeps running as it was. */
function left(state: GameState, event: Extract<GameEvent, { type: 'out' }>, at: number): GameState {
  const wasTurn = positionOf(state).turn === event.side;
  return {
    ...state,
    history: removeFrom(state.history, event.side),
    clock:
      state.clock && wasTurn
        ? passClock(state.clock, event.side, event.by === 'time' ? 0 : (remainingMs(state, event.side, at) ?? 0), at)
        : state.clock,
  };
}

/** The last word on everybody's time: the clock that ran stops at `at`. */
function stopped(state: GameState, at: number): GameState['clock'] {
  if (state.clock === null) return null;
  const { turn } = positionOf(state);
  return passClock(state.clock, turn, remainingMs(state, turn, at) ?? 0, at);
}

function remember(past: readonly Answered[], { by, commandId, seq }: LoggedEvent): readonly Answered[] {
  if (by === undefined || commandId === undefined) return past;
  const others = past.filter((each) => each.commandId !== commandId || each.by !== by);
  return [...others, { by, commandId, seq }].slice(-REMEMBERED);
}
