import type { Analysis } from './analysis.svelte.ts';

/** Keys for moves, variations, undo and redo; ignored while a form field has the focus. */
export function handleKey(event: KeyboardEvent, analysis: Analysis): void {
  const { target } = event;
  if (event.defaultPrevented || event.altKey) return;
  if (target instanceof Element && target.matches('input, select, textarea')) return;
  const act = event.ctrlKey || event.metaKey ? undoKey(event, analysis) : moveKey(event, analysis);
  if (act === undefined) return;
  if (event.key !== 'Escape') event.preventDefault(); // in Safari, a prevented Escape would not close an open menu
  act();
}

function undoKey({ key, shiftKey }: KeyboardEvent, analysis: Analysis): (() => void) | undefined {
  if (key.toLowerCase() !== 'z') return undefined;
  return () => (shiftKey ? analysis.redo() : analysis.undo());
}

/** What a key does that steps through the moves; undefined for others. */
export const moveKey = ({ key }: Pick<KeyboardEvent, 'key'>, analysis: Analysis): (() => void) | undefined =>
  ({
    ArrowLeft: analysis.back,
    ArrowRight: analysis.on,
    ArrowUp: () => analysis.toSibling(-1),
    ArrowDown: () => analysis.toSibling(1),
    Home: analysis.first,
    End: analysis.last,
    Escape: () => analysis.selection.send({ type: 'cancel' }),
  })[key];
