import { type CommandId, LoggedEvent, type PlayerId } from '@terrace/protocol';
import { formatPosition, type History, squareName } from '@terrace/rules';
import { apply } from '../fold.ts';
import { processedSeq } from '../processed.ts';
import type { GameState } from '../state.ts';
import { EMPTY_TIMELINE, foldLog, type Timeline } from '../timeline.ts';

export const readGoldenLog = (text: string): readonly LoggedEvent[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => LoggedEvent.parse(JSON.parse(line)));

/** A folded log as text: for each event the changed parts of the state, then the timeline. */
export function foldedText(log: readonly LoggedEvent[]): string {
  const lines: unknown[] = [];
  let before: Readonly<Record<string, unknown>> = {};
  let state: GameState | null = null;
  for (const logged of log) {
    state = apply(state, logged);
    const after = partsOf(state, logged.by, logged.commandId);
    const changed = Object.entries(after).filter(
      ([part, value]) => JSON.stringify(value) !== JSON.stringify(before[part]),
    );
    lines.push({ event: logged.event.type, ...Object.fromEntries(changed) });
    before = after;
  }
  lines.push({ timeline: timelineParts(foldLog(null, log)?.timeline ?? EMPTY_TIMELINE) });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const partsOf = (
  { history, processed, ...plain }: GameState,
  by: PlayerId | undefined,
  commandId: CommandId | undefined,
): Readonly<Record<string, unknown>> => ({
  ...plain,
  history: momentText(history),
  processed: commandId && processedSeq({ processed }, by, commandId),
});

/** A moment with its cause. Earlier moments are in earlier lines, unless moves were taken back. */
function momentText({ position, move, left, times, parent }: History) {
  return {
    position: formatPosition(position),
    times,
    ...(move && { move: `${squareName(position.size, move.from)}-${squareName(position.size, move.to)}` }),
    ...(left && { left }),
    ...(parent && { after: formatPosition(parent.position) }),
  };
}

const timelineParts = ({ moves, ...others }: Timeline) => ({
  ...others,
  moves: moves.map(({ after, ...move }) => ({ ...move, to: formatPosition(after.position) })),
});
