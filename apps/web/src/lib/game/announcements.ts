import { type GameState, movesIn } from '@terrace/game';
import { messages } from '@terrace/messages';
import type { LoggedEvent } from '@terrace/protocol';
import { eventSentence } from './event-sentence.ts';
import type { PlayedMove } from './moves.ts';
import { spoken } from './spoken.ts';

type Page = {
  readonly state: GameState;
  /** What came last. */
  readonly newEvents: readonly LoggedEvent[];
  /** The newest move that stands, the own one on its way included. */
  readonly newest: PlayedMove | undefined;
  readonly pending: boolean;
};

/** What has just happened, for screen readers: moves and calls, who went out, offers and what came of them. */
export function announcement({ state, newEvents, newest, pending }: Page): string {
  if (pending || newEvents.length === 0) return newest === undefined ? '' : spoken(newest);
  return newEvents.flatMap((logged) => sentence(logged, state, newest) ?? []).join(' ');
}

function sentence(logged: LoggedEvent, state: GameState, newest: PlayedMove | undefined): string | undefined {
  const [move] = movesIn([logged]);
  if (move === undefined) return eventSentence(logged.event, 'aloud');
  if (newest === undefined) return undefined;
  const call = move.call && `${messages.game.call.title({ sides: move.call.terrace, mate: move.call.mate })}.`;
  const { taken } = newest;
  const gone = taken?.t && state.seats.length > 2 && messages.play.event.out({ side: taken.side, by: 'taken' });
  return [spoken(newest), gone, call].filter(Boolean).join(' ');
}
