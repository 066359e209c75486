import { type GameState, traitsOf } from '@terrace/game';
import type { CommandName, GameEvent, LoggedEvent, PlayerId } from '@terrace/protocol';
import { unansweredOffers } from '../commands/format.ts';

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

/**
 * An `accept` or `reject` with the number of the offer that it means: the one that the mail could show, which was made by
 * event `seq`, and that still stands. Moves since then do not matter.
 *
 * @returns undefined for other lines, and unless exactly one such offer exists
 */
export function answerToStanding(line: string, game: GameState, player: PlayerId, seq: number): string | undefined {
  const [, start = '', named] = /^((?:accept|reject) \S+)(?: ([a-z]+))?$/i.exec(line) ?? [];
  if (start === '') return undefined;
  const standing = unansweredOffers(game, player).flatMap((offer) => {
    const open = game.offers[offer];
    const isMeant = open !== undefined && open.seq <= seq && (named === undefined || named.toLowerCase() === offer);
    return isMeant ? [`${offer}#${open.seq}`] : [];
  });
  const [only, ...more] = standing;
  return only === undefined || more.length > 0 ? undefined : `${start} ${only}`;
}
