import type { ChatMessage, ChatRoom, LoggedEvent } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { words } from '#lib/words/words.ts';

/** The rooms of a game one may hear, the one that one speaks in first. */
export function readableRooms(side: Side | undefined, over: boolean): readonly ChatRoom[] {
  if (side === undefined) return ['watchers'];
  return over ? ['players', 'watchers'] : ['players'];
}

/** Messages by their ids, each once, however often and in whatever order they came. */
export function merge(known: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  const byId = new Map([...known, ...more].map((message) => [message.id, message]));
  return byId.size === known.length ? known : [...byId.values()].toSorted((a, b) => a.id - b.id);
}

/** A line of talk: what somebody said, or what happened meanwhile. */
export type Line =
  | { readonly kind: 'message'; readonly key: string; readonly at: number; readonly message: ChatMessage }
  | { readonly kind: 'event'; readonly key: string; readonly at: number; readonly text: string };

/** What was said and what happened, in one row. */
export function chatLines(
  messages: readonly ChatMessage[],
  events: readonly LoggedEvent[],
  now: number,
): readonly Line[] {
  const said = messages.map(
    (message): Line => ({ kind: 'message', key: `said ${message.id}`, at: message.at, message }),
  );
  const happened = events.flatMap((logged): Line[] => {
    const text = eventText(logged, now);
    return text === undefined ? [] : [{ kind: 'event', key: `told ${logged.seq}`, at: logged.at, text }];
  });
  return [...happened, ...said].toSorted((a, b) => a.at - b.at);
}

/** What an event is called beside the talk; moves and clocks show elsewhere. */
function eventText({ event, at }: LoggedEvent, now: number): string | undefined {
  const { told } = words.play;
  switch (event.type) {
    case 'started':
      return words.talk.began(at, now);
    case 'moved':
      return event.call && words.talk.terrace(event.call.terrace, event.call.mate);
    case 'offered':
    case 'agreed':
    case 'withdrawn':
    case 'refused':
      return told[event.type](event.offer, event.side);
    case 'undone':
      return told.undone(event.ply);
    case 'out':
      return told.out[event.by](event.side);
    case 'time-given':
      return told.given(event.side, event.ms / 1000);
    case 'paused':
      return told.paused;
    case 'resumed':
      return told.resumed;
    case 'ended':
      return words.talk.ended;
    default:
      return undefined;
  }
}

/** The longest message there is, and from where on it is told how much of it is left. */
export const MAX_MESSAGE_LENGTH = 300;
export const charactersLeft = (text: string): number | undefined =>
  text.length > MAX_MESSAGE_LENGTH - 60 ? MAX_MESSAGE_LENGTH - text.length : undefined;
