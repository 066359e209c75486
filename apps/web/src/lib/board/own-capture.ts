import { letterOf, messages } from '@terrace/messages';
import { type Position, pieceAt, squareName } from '@terrace/rules';
import type { SelectionState } from './selection.svelte.ts';

export function armedSentence(selection: SelectionState, position: Position): string | undefined {
  if (selection.kind !== 'selected' || selection.armed === undefined) return undefined;
  const { from, to } = selection.armed;
  const [taker, victim] = [pieceAt(position, from), pieceAt(position, to)];
  if (taker === undefined || victim === undefined) return undefined;
  return messages.board.armed.sentence({
    victim: letterOf(victim),
    taker: letterOf(taker),
    from: squareName(position.size, from),
  });
}
