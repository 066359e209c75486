import type { LoggedEvent } from '@terrace/protocol';

/** What some arriving events bring to a reader of a log who has read up to `have`. */
export type NextEvents = {
  /** The events that follow on, in order. */
  readonly fresh: readonly LoggedEvent[];
  /** Something is missing between what is had and what came: ask for it. */
  readonly gap: boolean;
};

/** Sorts out repeated and early events; a log is only ever read in order. */
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
