import type { CommandId, GameId, LoggedEvent, PlayerId } from '@terrace/protocol';
import type { Socket } from 'socket.io';

type Sent = { readonly gameId: GameId; readonly commandId: CommandId; readonly by: PlayerId; readonly socket: Socket };
type UnderWay = Omit<Sent, 'commandId'> & { events: readonly LoggedEvent[] };

export type AnsweredEvents = ReturnType<typeof createAnsweredEvents>;

/**
 * The events of a command go to its sender with the answer, in one frame instead of two, if the connection has asked for that
 * in its handshake: the broadcast leaves it out.
 */
export function createAnsweredEvents() {
  const underWay = new Map<CommandId, UnderWay>();

  return {
    /** Carries a command out. @returns what it returned, and the events its answer is to bring */
    async during<T>(
      { commandId, ...sent }: Sent,
      command: () => Promise<T>,
    ): Promise<{ readonly done: T; readonly events?: readonly LoggedEvent[] }> {
      const isWanted = sent.socket.handshake.auth.eventsInAnswers === true;
      // One that is sent again while it is under way is answered without: its events are broadcast, or in the first answer.
      if (!isWanted || underWay.has(commandId)) return { done: await command() };
      const entry: UnderWay = { ...sent, events: [] };
      underWay.set(commandId, entry);
      try {
        return { done: await command(), events: entry.events };
      } finally {
        underWay.delete(commandId);
      }
    },

    /** Takes the events of a commit. @returns the connection whose answer brings them; undefined for none */
    take(gameId: GameId, events: readonly LoggedEvent[]): string | undefined {
      const [{ by, commandId } = {}] = events;
      const entry = commandId === undefined ? undefined : underWay.get(commandId);
      if (entry === undefined || entry.gameId !== gameId || entry.by !== by) return undefined;
      entry.events = events;
      return entry.socket.id;
    },
  };
}
