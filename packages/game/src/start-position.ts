import type { Settings, StartRefusal } from '@terrace/protocol';
import {
  checkPosition,
  err,
  formatPosition,
  type History,
  MAX_START_PLY,
  ok,
  outcome,
  type Position,
  parsePosition,
  type Result,
  setupOf,
  sidesIn,
  startPosition,
} from '@terrace/rules';

/** The initial position of a table, or why a custom one cannot be played. */
export function startPositionOf({ setup, position, rules }: Settings): Result<Position, StartRefusal> {
  if (setup !== 'custom') return ok(startPosition(setup, rules));
  const read = parsePosition(position ?? '', rules);
  if (!read.ok) return read;
  if (read.value.ply > MAX_START_PLY) return err({ code: 'ply', ply: read.value.ply });
  if (outcome(read.value) !== undefined) return err({ code: 'decided' });
  return read.value.out.length === 0 ? read : err({ code: 'one-out' });
}

/** The position for a new game, without eliminated sides. After a deciding departure, the position before it. */
export function startTextFrom(moment: Moment): Result<string, StartRefusal> {
  const { position, left, parent } = moment;
  if (left !== undefined && parent !== undefined && outcome(position)?.kind === 'win') return startTextFrom(parent);
  if (outcome(position)?.kind === 'win') return err({ code: 'decided' });
  const checked = checkPosition({ ...setupOf(position), seats: sidesIn(position), out: [], quiet: 0, ply: 1 });
  return checked.ok ? ok(formatPosition(checked.value)) : checked;
}

type Moment = Pick<History, 'position' | 'left' | 'parent'>;
