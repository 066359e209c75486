import type { Settings } from '@terrace/protocol';
import {
  checkPosition,
  err,
  formatPosition,
  ok,
  outcome,
  type Position,
  type PositionTextRefusal,
  parsePosition,
  type Result,
  setupOf,
  sidesIn,
  startPosition,
  whyNoPosition,
} from '@terrace/rules';

/** Why no game can start there: it is no position, it is decided, or a side of it has left. */
export type StartRefusal = PositionTextRefusal | { readonly code: 'decided' } | { readonly code: 'one-out' };

/** The position a table's game begins with; for a custom one that cannot be played, why not. */
export function startOf({ setup, position, rules }: Settings): Result<Position, StartRefusal> {
  if (setup !== 'custom') return ok(startPosition(setup, rules));
  const read = parsePosition(position ?? '', rules);
  if (!read.ok) return read;
  if (outcome(read.value) !== undefined) return err({ code: 'decided' });
  return read.value.out.length === 0 ? read : err({ code: 'one-out' });
}

/** Why no game can start there, in one short sentence. */
export function whyNoStart(refusal: StartRefusal): string {
  if (refusal.code === 'decided') return 'The game is over there.';
  if (refusal.code === 'one-out') return 'A side is out there. Leave its seat away.';
  return whyNoPosition(refusal);
}

/** A position as the start of another game: those out have no seat, and the counts start anew. */
export function startFrom(position: Position): Result<string, string> {
  const checked = checkPosition({ ...setupOf(position), seats: sidesIn(position), out: [], quiet: 0, ply: 1 });
  return checked.ok ? ok(formatPosition(checked.value)) : err(whyNoPosition(checked.error));
}
