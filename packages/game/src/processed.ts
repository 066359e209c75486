import type { CommandId, LoggedEvent, PlayerId } from '@terrace/protocol';

type ProcessedCommand = {
  readonly by: PlayerId;
  readonly commandId: CommandId;
  readonly seq: number;
  readonly before: ProcessedCommand | undefined;
};

/** Remembers commands, to answer repeated ones. Hash buckets of immutable lists make adding cheap and lookups short. */
export type ProcessedCommands = readonly (ProcessedCommand | undefined)[];

const CHAINS = 8;

export const NONE_PROCESSED: ProcessedCommands = Array.from({ length: CHAINS }, () => undefined);

/** The index of a command's bucket. Ids are random, mostly UUIDs, so a sum distributes well. */
function chainOf(commandId: CommandId): number {
  let sum = 0;
  for (let i = 0; i < commandId.length; i++) sum += commandId.charCodeAt(i);
  return sum % CHAINS;
}

export function withProcessed(processed: ProcessedCommands, { by, commandId, seq }: LoggedEvent): ProcessedCommands {
  if (by === undefined || commandId === undefined) return processed;
  const chain = chainOf(commandId);
  return processed.with(chain, { by, commandId, seq, before: processed[chain] });
}

/** The seq in the first answer; undefined for a new command. @param by undefined matches any sender */
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
