import { type History, playOn } from './history.ts';
import { parseMove } from './notation.ts';
import type { MoveRefusal } from './official-notation.ts';
import type { Position } from './position.ts';
import { err, ok, type Result } from './result.ts';

/** The ply, the beginning of the text of the rejected move, and the position before it. */
export interface PlayRefusal {
  readonly move: number;
  readonly text: string;
  readonly position: Position;
  readonly why: MoveRefusal;
}

/** Plays moves in any notation, up to the first one that is refused. */
export function playMoves(start: History, texts: readonly string[]): Result<History, PlayRefusal> {
  let history = start;
  for (const text of texts) {
    const { position } = history;
    const refuse = (why: MoveRefusal) => err({ move: position.ply, text: text.slice(0, 40), position, why });
    const move = parseMove(position, text);
    if (!move.ok) return refuse(move.error);
    const next = playOn(history, move.value);
    if (!next.ok) return refuse({ code: 'illegal', why: next.error });
    history = next.value;
  }
  return ok(history);
}
