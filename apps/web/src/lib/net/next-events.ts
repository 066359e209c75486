import type { LoggedEvent } from '@terrace/protocol';

/** The new events for a log whose last known seq is `have`. */
export type NextEvents = {
  readonly fresh: readonly LoggedEvent[];
  /** Whether an event before the received ones is missing and must be requested. */
  readonly gap: boolean;
};

/** Drops repeated events and stops at the first gap, so that a log is always applied in order. */
export function nextEvents(have: number, events: readonly LoggedEvent[]): NextEvents {
  const fresh: LoggedEvent[] = [];
  let next = have + 1;
  for (const event of events.toSorted((a, b) => a.seq - b.seq)) {
    if (event.seq < next) continue;
    if (event.seq > next) return { fresh, gap: true };
    fresh.push(event);
    next++;
  }
  return { fresh, gap: false };
}
