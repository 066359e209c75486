import { Command, CommandId, type LoggedEvent } from '@terrace/protocol';
import * as z from 'zod/mini';

/** A command on its way. `doneAt` is the seq of its last event once the server has said yes. */
export type Outgoing = {
  readonly commandId: CommandId;
  readonly command: Command;
  readonly doneAt: number | undefined;
};

/** Commands of one game that are not known to be done; sent again, under the same id, until they are. */
export type Outbox = readonly Outgoing[];

export const put = (outbox: Outbox, commandId: CommandId, command: Command): Outbox => [
  ...outbox,
  { commandId, command, doneAt: undefined },
];

/**
 * Whether a command may be sent again until it is answered, however late that is. A move names the ply it answers, and a
 * flag falls by the server's clock. A late resignation, offer or answer would surprise the player who has given it up.
 */
export const isRepeatable = ({ type }: Command): boolean => type === 'move' || type === 'flag';

/** Whether an equal command is waiting for its answer. */
export const holds = (outbox: Outbox, command: Command): boolean =>
  outbox.some((outgoing) => JSON.stringify(outgoing.command) === JSON.stringify(command));

export const drop = (outbox: Outbox, commandId: CommandId): Outbox =>
  outbox.filter((outgoing) => outgoing.commandId !== commandId);

/** The server has said yes; the command leaves when its events have come, so that the board never steps back. */
export const accept = (outbox: Outbox, commandId: CommandId, seq: number): Outbox =>
  outbox.map((outgoing) => (outgoing.commandId === commandId ? { ...outgoing, doneAt: seq } : outgoing));

/** What is left after some events came: those that carry a command's id are its yes, also when the answer was lost. */
export function settle(outbox: Outbox, events: readonly LoggedEvent[], seq: number): Outbox {
  const done = new Set(events.map((event) => event.commandId));
  const left = outbox.filter(({ commandId, doneAt }) => !done.has(commandId) && (doneAt === undefined || doneAt > seq));
  return left.length === outbox.length ? outbox : left;
}

const Stored = z.array(z.object({ commandId: CommandId, command: Command }));

/** The part that survives a reload: moves that the server has not answered. */
export const store = (outbox: Outbox): string =>
  JSON.stringify(
    outbox
      .filter(({ command, doneAt }) => doneAt === undefined && command.type === 'move')
      .map(({ commandId, command }) => ({ commandId, command })),
  );

/** @returns an empty outbox when the text is none of ours */
export function restore(text: string | null): Outbox {
  if (text === null) return [];
  try {
    return Stored.parse(JSON.parse(text)).map((outgoing) => ({ ...outgoing, doneAt: undefined }));
  } catch {
    return [];
  }
}
