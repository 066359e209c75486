import { movesIn } from '@terrace/game';
import { messages, moveSentence } from '@terrace/messages';
import type { LoggedEvent } from '@terrace/protocol';
import { closedReason, type Ended, headline } from './ending-text.ts';
import { eventSentence } from './event-sentence.ts';
import type { PlayedMove } from './played-moves.ts';

type Page = Ended & {
  readonly newEvents: readonly LoggedEvent[];
  /** The latest move that was not taken back, including the player's own unanswered move. */
  readonly lastMove: PlayedMove | undefined;
  readonly pending: boolean;
};

export function announcement(page: Page): string {
  const { newEvents, lastMove, pending } = page;
  const ended = newEvents.some(({ event }) => event.type === 'ended');
  if (pending || newEvents.length === 0) return lastMove === undefined ? '' : moveSentence(lastMove);
  // The sentence about the end already includes the last departure.
  const announced = ended ? newEvents.filter(({ event }) => event.type !== 'out') : newEvents;
  return announced.flatMap((logged) => sentence(logged, page) ?? []).join(' ');
}

function sentence(logged: LoggedEvent, page: Page): string | undefined {
  const { state, lastMove } = page;
  const { type } = logged.event;
  if (type === 'ended') return `${headline(page)}.`;
  if (type === 'closed') return `${headline(page)}. ${closedReason(page)}`;
  const [move] = movesIn([logged]);
  if (move === undefined) return eventSentence(logged.event, 'announcement');
  if (lastMove === undefined) return undefined;
  const call = move.call && `${messages.game.call.title({ sides: move.call.terrace, mate: move.call.mate })}.`;
  const { taken } = lastMove;
  const departure = taken?.t && state.seats.length > 2 && messages.play.event.out({ side: taken.side, by: 'taken' });
  return [moveSentence(lastMove), departure, call].filter(Boolean).join(' ');
}
