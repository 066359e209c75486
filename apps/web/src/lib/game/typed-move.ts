import { moveRefusalText } from '@terrace/messages';
import { type Move, type Position, parseOfficialMove, parseSquare, plainNotation, type Result } from '@terrace/rules';

/** A typed move starts with a file, a size or T; ranks and separators may follow (R20). */
const BEGINS = /^[a-ht]$/i;
const FOLLOWS = /^[a-ht1-8:'-]$/i;
/** The longest move is `d'-a2-b3:c'`. */
const MAX_MOVE_LENGTH = 11;

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The text after a key press; undefined if the key is not part of a move. */
export function textAfterKey(written: string, { key: pressed, ctrlKey, metaKey, altKey }: Key): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const key = plainNotation(pressed);
  if (key === 'Backspace' && written !== '') return written.slice(0, -1);
  const fits = written === '' ? BEGINS.test(key) : FOLLOWS.test(key);
  return fits && written.length < MAX_MOVE_LENGTH ? written + key : undefined;
}

/** Two bare squares such as `b2c3` are accepted as they are, and the board checks them later (R20). */
export function parseTypedMove(position: Position, written: string): Result<Move, string> {
  const [, first = '', second = ''] = /^([a-h][1-8])-?([a-h][1-8])$/.exec(written.toLowerCase()) ?? [];
  const [from, to] = [parseSquare(position.size, first), parseSquare(position.size, second)];
  if (from !== undefined && to !== undefined) return { ok: true, value: { from, to } };
  const read = parseOfficialMove(position, written);
  return read.ok ? read : { ok: false, error: moveRefusalText(read.error) };
}
