import { letterOf, messages, pieceText } from '@terrace/messages';
import type { PlayedMove } from './played-moves.ts';

/** A move for screen readers: "South: C d2 along to d4." */
export function moveSentence({ side, piece, fromName, toName, kind, taken }: PlayedMove): string {
  const how =
    kind === 'capture' && taken !== undefined
      ? messages.spoken.capture({ to: toName, victim: pieceText(taken) })
      : messages.spoken[kind === 'capture' ? 'level' : kind]({ to: toName });
  return messages.spoken.move({ mover: side, name: `${letterOf(piece)} ${fromName}`, how });
}
