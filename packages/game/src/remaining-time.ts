import type { EventOf, GameEvent } from '@terrace/protocol';
import { remainingMs } from './clock.ts';
import { countsByTimeZone } from './counted-time.ts';
import { apply, chargesTurn } from './fold.ts';
import { currentPosition, type GameState } from './state.ts';

/**
 * Writes the remaining time of the side to move into events that charge it, in games whose weekends do not count: time
 * zone data differ between runtimes and change, and a log has one result.
 */
export function withRemainingTime(state: GameState, events: readonly GameEvent[], now: number): readonly GameEvent[] {
  if (state.clock === null || !countsByTimeZone(state.settings.time)) return events;
  let before = state;
  return events.map((event) => {
    const written = chargesSideToMove(before, event) ? { ...event, ...timeLeft(before, event, now) } : event;
    before = apply(before, { seq: before.seq + 1, at: now, event: written });
    return written;
  });
}

/** The events that `fold` charges the side to move for. A move names its mover's time itself. */
type Charging = EventOf<'closed' | 'out' | 'replaced' | 'undone' | 'paused' | 'vacation-began' | 'ended'>;

function chargesSideToMove(state: GameState, event: GameEvent): event is Charging {
  switch (event.type) {
    case 'closed':
    case 'undone':
    case 'paused':
    case 'ended':
      return true;
    case 'out':
    case 'replaced':
      return currentPosition(state).turn === event.side;
    case 'vacation-began':
      return chargesTurn(state, event);
    default:
      return false;
  }
}

function timeLeft(state: GameState, event: Charging, now: number): { remainingMs?: number } {
  const until = event.type === 'vacation-began' ? event.since : now;
  const left = remainingMs(state, currentPosition(state).turn, until);
  return left === null ? {} : { remainingMs: left };
}
