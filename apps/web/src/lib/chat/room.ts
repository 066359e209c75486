import { movesIn, startsGame } from '@terrace/game';
import { messages } from '@terrace/messages';
import { type ChatMessage, type ChatRoom, type LoggedEvent, MAX_MESSAGE_LENGTH } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { eventSentence } from '#lib/game/event-sentence.ts';

/** The rooms of a game that this visitor may read, starting with the one they write in. */
export function readableRooms(side: Side | undefined, over: boolean): readonly ChatRoom[] {
  if (side === undefined) return ['watchers'];
  return over ? ['players', 'watchers'] : ['players'];
}

export function mergeMessages(known: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  const byId = new Map([...known, ...more].map((message) => [message.id, message]));
  return byId.size === known.length ? known : [...byId.values()].toSorted((a, b) => a.id - b.id);
}

export type Line =
  | { readonly kind: 'message'; readonly key: string; readonly at: number; readonly message: ChatMessage }
  | { readonly kind: 'event'; readonly key: string; readonly at: number; readonly text: string };

export function chatLines(
  messages: readonly ChatMessage[],
  events: readonly LoggedEvent[],
  now: number,
): readonly Line[] {
  const messageLines = messages.map(
    (message): Line => ({ kind: 'message', key: `message ${message.id}`, at: message.at, message }),
  );
  const eventLines = events.flatMap((logged): Line[] => {
    const text = eventText(logged, now);
    return text === undefined ? [] : [{ kind: 'event', key: `event ${logged.seq}`, at: logged.at, text }];
  });
  return [...eventLines, ...messageLines].toSorted((a, b) => a.at - b.at);
}

/** The chat text of an event; moves and clocks are shown elsewhere. */
function eventText(logged: LoggedEvent, now: number): string | undefined {
  const { at } = logged;
  if (startsGame([logged])) return sameDay(at, now) ? messages.chat.began({ at }) : messages.chat.beganOn({ at });
  const call = movesIn([logged])[0]?.call;
  return call ? messages.chat.terrace({ sides: call.terrace, mate: call.mate }) : eventSentence(logged.event, 'chat');
}

/** How many characters are left; undefined unless the message is close to the limit. */
export const charactersLeft = (text: string): number | undefined =>
  text.length > MAX_MESSAGE_LENGTH - 60 ? MAX_MESSAGE_LENGTH - text.length : undefined;

const sameDay = (a: number, b: number): boolean => new Date(a).toDateString() === new Date(b).toDateString();
