import { traitsOf } from '@terrace/game';
import type { CommandName, GameEvent, LoggedEvent } from '@terrace/protocol';

/** Commands that answer to open seats and offers. */
const ANSWERS: ReadonlySet<CommandName> = new Set(['accept', 'reject', 'withdraw', 'offer', 'propose']);

/** Commands that mean the position that the mail shows. The others mean the same at any time. */
const OF_POSITION: ReadonlySet<CommandName> = new Set([
  ...(['move', 'redo', 'queue', 'undo', 'resign', 'abort', 'claim', 'preview'] as const),
]);

const OFFER_EVENTS: ReadonlySet<GameEvent['type']> = new Set([
  ...(['offered', 'agreed', 'withdrawn', 'refused', 'paused', 'resumed', 'rematched'] as const),
  ...(['reserved', 'declined', 'expired', 'seated', 'unseated'] as const),
]);

/** Whether a game has changed since a mail so that its reader may have meant something else. */
export function isStale(name: CommandName, since: readonly LoggedEvent[]): boolean {
  const isAnswer = ANSWERS.has(name);
  if (!isAnswer && !OF_POSITION.has(name)) return false;
  return since.some(
    ({ event }) =>
      traitsOf(event).board !== null || traitsOf(event).status !== null || (isAnswer && OFFER_EVENTS.has(event.type)),
  );
}
