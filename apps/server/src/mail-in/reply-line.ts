import { hasBoardArgument, isCommandName } from '@terrace/protocol';

/** Lines searched for the first own line of a mail. */
const MAX_LINES = 50;

/** The first line that the sender wrote: not empty, not quoted, and before a signature. */
export function firstOwnLine(text: string): string | undefined {
  for (const raw of text.split(/\r\n|\r|\n/, MAX_LINES)) {
    if (raw === '-- ' || raw.startsWith('>')) return undefined;
    const line = raw.replace(/[\u00a0\u200b\ufeff]/g, ' ').trim();
    if (line !== '') return line;
  }
  return undefined;
}

/** A text command of a line about one game: a bare move, `say …`, or a command whose game may be omitted. */
export function commandOf(line: string, board: string): string {
  const [, first = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
  const word = first.toLowerCase();
  if (word === 'say') return `chat ${board} ${rest}`.trim();
  if (!isCommandName(word)) return isMove(line) ? `move ${board} ${line.replace(/\s+/g, '')}` : line;
  const takesBoard = hasBoardArgument(word);
  const [given = ''] = rest.split(/\s/, 1);
  return takesBoard && !(given.length >= 4 && board.startsWith(given)) ? `${word} ${board} ${rest}`.trim() : line;
}

/** Two squares, in any notation. */
const isMove = (line: string): boolean => line.length <= 40 && (line.match(/[a-h][1-8]/gi) ?? []).length === 2;
