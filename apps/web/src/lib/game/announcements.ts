import type { GameState } from '@terrace/game';
import type { GameEvent, LoggedEvent } from '@terrace/protocol';
import { words } from '#lib/words/words.ts';
import type { PlayedMove } from './moves.ts';
import { spoken } from './spoken.ts';

const SECOND = 1000;

type Page = {
  readonly state: GameState;
  /** What came last. */
  readonly news: readonly LoggedEvent[];
  /** The newest move that stands, the own one on its way included. */
  readonly newest: PlayedMove | undefined;
  readonly pending: boolean;
};

/** What has just happened, for those who hear the page: moves and calls, who went out, offers and what came of them. */
export function announcement({ state, news, newest, pending }: Page): string {
  if (pending || news.length === 0) return newest === undefined ? '' : spoken(newest);
  return news.flatMap(({ event }) => sentence(event, state, newest) ?? []).join(' ');
}

function sentence(event: GameEvent, state: GameState, newest: PlayedMove | undefined): string | undefined {
  const say = words.play.told;
  switch (event.type) {
    case 'moved': {
      if (newest === undefined) return undefined;
      const call = event.call && `${words.game.call.title(event.call.terrace, event.call.mate)}.`;
      const gone = newest.taken?.t && state.seats.length > 2 ? say.out.taken(newest.taken.side) : undefined;
      return [spoken(newest), gone, call].filter((part) => part !== undefined).join(' ');
    }
    case 'started':
      return say.started;
    case 'out':
      return say.out[event.by](event.side);
    case 'offered':
    case 'agreed':
    case 'withdrawn':
    case 'refused':
      return say[event.type](event.offer, event.side);
    case 'undone':
      return say.undone(event.ply);
    case 'paused':
      return say.paused;
    case 'resumed':
      return say.resumed;
    case 'time-given':
      return say.given(event.side, event.ms / SECOND);
    case 'rematched':
      return say.rematched;
    default:
      return undefined;
  }
}
