import { type TypesWith, traitsOf } from '@terrace/game';
import { messages } from '@terrace/messages';
import type { EventOf, GameEvent } from '@terrace/protocol';

/** Event types with a message. A move's sentence also depends on the board, so `moved` has none. */
type AnnouncedType = Exclude<TypesWith<{ shownIn: 'announcement' | 'chat' | 'both' }>, 'moved'>;
type Message<T extends AnnouncedType> = string | ((event: EventOf<T>) => string);
type Messages = { readonly [T in AnnouncedType]: Message<T> };

/** The message for an event; undefined if it is not announced there. */
export function eventSentence(event: GameEvent, where: 'announcement' | 'chat'): string | undefined {
  const { shownIn } = traitsOf(event);
  const sentences: Messages = messages.play.event;
  return (shownIn === where || shownIn === 'both') && hasMessage(event)
    ? write(sentences, event.type, event)
    : undefined;
}

const hasMessage = (event: GameEvent): event is EventOf<AnnouncedType> => event.type in messages.play.event;

function write<T extends AnnouncedType>(sentences: Messages, type: T, event: EventOf<T>): string {
  const message: Message<T> = sentences[type];
  return typeof message === 'string' ? message : message(event);
}
