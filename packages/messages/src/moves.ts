import type { MoveKind, Piece, Side } from '@terrace/rules';
import { letterOf } from './format.ts';
import { messages } from './generated/messages.ts';
import { pieceText } from './pieces.ts';

type SpokenMove = {
  readonly side: Side;
  readonly piece: Pick<Piece, 't' | 'size'>;
  readonly fromName: string;
  readonly toName: string;
  readonly kind: MoveKind;
  readonly taken: Piece | undefined;
};

/** A move in words, such as for screen readers: "South: C d2 along to d4." */
export function moveSentence({ side, piece, fromName, toName, kind, taken }: SpokenMove): string {
  const how =
    kind === 'capture' && taken !== undefined
      ? messages.spoken.capture({ to: toName, victim: pieceText(taken) })
      : messages.spoken[kind === 'capture' ? 'level' : kind]({ to: toName });
  return messages.spoken.move({ mover: side, name: `${letterOf(piece)} ${fromName}`, how });
}
