import type { Line } from '@terrace/engine';
import { moveSentence } from '@terrace/messages';
import { type History, type Move, type MoveKind, playOn } from '@terrace/rules';
import { shownMove } from './shown-move.ts';

export type LineMove = {
  readonly letter: string;
  readonly from: string;
  readonly to: string;
  readonly kind: MoveKind;
  readonly spoken: string;
  readonly moves: readonly Move[];
};

export function lineMoves(from: History, { moves }: Pick<Line, 'moves'>, most: number): readonly LineMove[] {
  const shown: LineMove[] = [];
  let history = from;
  for (const [n, move] of moves.slice(0, most).entries()) {
    const next = playOn(history, move);
    if (!next.ok) break;
    history = next.value;
    const played = shownMove(history);
    if (played === undefined) break;
    const { letter, fromName, toName, kind } = played;
    shown.push({
      letter,
      from: fromName,
      to: toName,
      kind,
      spoken: moveSentence(played),
      moves: moves.slice(0, n + 1),
    });
  }
  return shown;
}
