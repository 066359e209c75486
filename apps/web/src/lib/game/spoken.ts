import { words } from '#lib/words/words.ts';
import type { PlayedMove } from './moves.ts';

/** A move as screen readers say it: "South: C d2 along to d4." */
export function spoken({ side, piece, fromName, toName, kind, taken }: PlayedMove): string {
  const how =
    kind === 'capture' && taken !== undefined
      ? words.spoken.capture(toName, words.board.piece(taken))
      : words.spoken[kind === 'capture' ? 'level' : kind](toName);
  return words.spoken.move(side, `${words.letter(piece)} ${fromName}`, how);
}
