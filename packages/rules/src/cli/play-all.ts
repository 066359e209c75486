import { whyNoMove, whyNot } from '@terrace/messages';
import { err, type History, ok, type Position, parseMove, playOn, type Result, startHistory } from '../index.ts';

/** Plays moves parted by blanks, in any notation; a refusal names the number of the move. */
export function playAll(position: Position, text: string): Result<History, string> {
  let history = startHistory(position);
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const { position: here } = history;
    const where = `Move ${here.ply} (${word.slice(0, 40)}): `;
    const move = parseMove(here, word);
    if (!move.ok) return err(where + whyNoMove(move.error));
    const next = playOn(history, move.value);
    if (!next.ok) return err(where + whyNot(next.error));
    history = next.value;
  }
  return ok(history);
}
