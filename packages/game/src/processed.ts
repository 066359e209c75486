import type { CommandId, LoggedEvent, PlayerId } from '@terrace/protocol';

/** A command that made events, and the one before it in its chain. */
type ProcessedCommand = {
  readonly by: PlayerId;
  readonly commandId: CommandId;
  readonly seq: number;
  readonly before: ProcessedCommand | undefined;
};

/**
 * The commands of a game that made events, so that the same one sent again gets the same answer, however much later. Linked to
 * those before it, as moments of a history are, so that a game remembers all of them at the cost of one more; in several chains,
 * as every command is looked for and nearly none is found.
 */
export type ProcessedCommands = readonly (ProcessedCommand | undefined)[];

const CHAINS = 32;

export const NONE_PROCESSED: ProcessedCommands = Array.from({ length: CHAINS }, () => undefined);

/** The place of a command's chain: ids are random, most of them UUIDs. */
function chainOf(commandId: CommandId): number {
  let sum = 0;
  for (let i = 0; i < commandId.length; i++) sum += commandId.charCodeAt(i);
  return sum % CHAINS;
}

/** The commands with that of one more event, if a command made it. */
export function withProcessed(processed: ProcessedCommands, { by, commandId, seq }: LoggedEvent): ProcessedCommands {
  if (by === undefined || commandId === undefined) return processed;
  const chain = chainOf(commandId);
  return processed.with(chain, { by, commandId, seq, before: processed[chain] });
}

/** The seq a command was answered with, if it was processed already. @param by undefined for whoever sent it */
export function processedSeq(
  { processed }: { readonly processed: ProcessedCommands },
  by: PlayerId | undefined,
  commandId: CommandId,
): number | undefined {
  for (let past = processed[chainOf(commandId)]; past !== undefined; past = past.before) {
    if (past.commandId === commandId && (by === undefined || past.by === by)) return past.seq;
  }
  return undefined;
}
