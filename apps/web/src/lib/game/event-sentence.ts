import { type TypesWith, traitsOf } from '@terrace/game';
import type { EventOf, GameEvent } from '@terrace/protocol';
import { words } from '#lib/words/words.ts';

/** Types of event with a message of their own. What a move is said as depends on the board, not on its event. */
type Said = Exclude<TypesWith<{ said: 'aloud' | 'chat' | 'both' }>, 'moved'>;
type Message<T extends Said> = string | ((event: EventOf<T>) => string);
type Messages = { readonly [T in Said]: Message<T> };

/** An event in a sentence, the message named after its type; undefined where it is not said. */
export function eventSentence(event: GameEvent, where: 'aloud' | 'chat'): string | undefined {
  const { said } = traitsOf(event);
  const messages: Messages = words.play.event;
  return (said === where || said === 'both') && hasMessage(event) ? write(messages, event.type, event) : undefined;
}

const hasMessage = (event: GameEvent): event is EventOf<Said> => event.type in words.play.event;

function write<T extends Said>(messages: Messages, type: T, event: EventOf<T>): string {
  const message: Message<T> = messages[type];
  return typeof message === 'string' ? message : message(event);
}
