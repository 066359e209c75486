import { err, type History, type MoveRefusal, ok, parseMove, playOn, type Result } from '@terrace/rules';

/** Why a list of moves cannot be played; `move` says which one, as the start of a sentence. */
type PlayRefusal = { readonly move: string; readonly why: MoveRefusal };

/** Plays moves in any notation, up to the first one that is refused. */
export function playAll(start: History, words: readonly string[]): Result<History, PlayRefusal> {
  let history = start;
  for (const word of words) {
    const { position } = history;
    const move = `Move ${position.ply} (${word.slice(0, 40)})`;
    const read = parseMove(position, word);
    if (!read.ok) return err({ move, why: read.error });
    const played = playOn(history, read.value);
    if (!played.ok) return err({ move, why: { code: 'illegal', why: played.error } });
    history = played.value;
  }
  return ok(history);
}
