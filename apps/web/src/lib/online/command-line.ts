import { GameId, hasBoardArgument, isBoard } from '@terrace/protocol';

const MOVE = /^(?:[a-dt]'?-)?[a-h][1-8]-[a-h][1-8](?::[a-dt]'?)?(?:#\d+)?$/i;

/** Completes a line with this game's id: for a bare move, and for a command without a board. */
export function commandFor(gameId: GameId, line: string): string {
  const text = line.trim().replace(/^terrace\s+/i, '');
  if (MOVE.test(text)) return `move ${gameId} ${text}`;
  const [name = '', ...rest] = text.split(/\s+/);
  if (!hasBoardArgument(name.toLowerCase())) return text;
  const [first = ''] = rest;
  const words = text.slice(name.length).trim();
  if (namesBoard(gameId, first)) return `${name} ${words}`;
  return `${name} ${gameId}${words.startsWith('#') ? '' : ' '}${words}`.trim();
}

/** Ids of other games have twelve characters, some of them digits or inner capitals. */
function namesBoard(gameId: GameId, word: string): boolean {
  const [id = ''] = word.split('#');
  if (isBoard(id) && gameId.startsWith(id)) return true;
  return GameId.safeParse(id).success && /[0-9]|.[A-Z]/.test(id);
}

/** Previous lines, latest last, and the current index while browsing. */
export type LineHistory = { readonly lines: readonly string[]; readonly at: number };

const MAX_REMEMBERED_LINES = 50;

export const NO_LINES: LineHistory = { lines: [], at: 0 };

export function addLine({ lines }: LineHistory, line: string): LineHistory {
  const kept = [...lines.filter((each) => each !== line), line].slice(-MAX_REMEMBERED_LINES);
  return { lines: kept, at: kept.length };
}

/** Goes one line back or forward; after the latest line comes an empty one. */
export function browse(history: LineHistory, by: -1 | 1): { history: LineHistory; line: string } {
  const at = Math.min(Math.max(history.at + by, 0), history.lines.length);
  return { history: { ...history, at }, line: history.lines[at] ?? '' };
}
