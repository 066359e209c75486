import { readFileSync } from 'node:fs';
import {
  type BoardSize,
  type Move,
  type Position,
  parsePosition,
  parseSquare,
  type Rules,
  squareName,
} from '@terrace/rules';

/** `win`: the side to move wins by force. `hold`: all but a few moves let another side win by force. */
type Task = 'win' | 'hold';

/** `quiet` and `own-capture` are about the first move, `arrival` and `capture` about the last. */
const THEMES = ['arrival', 'capture', 'own-capture', 'quiet', 'defence'] as const;
export type Theme = (typeof THEMES)[number];

export interface Tactic {
  readonly task: Task;
  /** `win`: own moves to the win. `hold`: the opponents' moves within which every other move loses. */
  readonly ownMoves: number;
  readonly theme: Theme;
  readonly position: Position;
  readonly solutions: readonly Move[];
}

const POSITIONS = new URL('positions.txt', import.meta.url);

const CODES: Readonly<Record<string, Rules>> = {
  standard: { capture: 'standard', sliding: 'standard' },
  rank: { capture: 'rank', sliding: 'standard' },
  'not-larger': { capture: 'standard', sliding: 'not-larger' },
  'rank+not-larger': { capture: 'rank', sliding: 'not-larger' },
};

export const rulesCode = (rules: Rules): string =>
  Object.entries(CODES).find(([, each]) => each.capture === rules.capture && each.sliding === rules.sliding)?.[0] ?? '';

export function rulesOf(code: string): Rules {
  const rules = CODES[code];
  if (!rules) throw new Error(`no rules ${code}: ${Object.keys(CODES).join(', ')}`);
  return rules;
}

/** One line of the file: `win 3 arrival | standard | <position text> | d2-e2 d2-e1`. */
export const formatTactic = ({ task, ownMoves, theme, position, solutions }: Tactic, text: string): string =>
  `${task} ${ownMoves} ${theme} | ${rulesCode(position.rules)} | ${text} | ${solutions
    .map((move) => moveName(position.size, move))
    .join(' ')}`;

export const moveName = (size: BoardSize, { from, to }: Move): string =>
  `${squareName(size, from)}-${squareName(size, to)}`;

function parseTactic(line: string): Tactic {
  const [head = '', code = '', text = '', list = ''] = line.split(' | ');
  const [task, count, theme] = head.split(' ');
  const read = parsePosition(text, rulesOf(code));
  if (!read.ok) throw new Error(`${read.error.code}: ${line}`);
  const known = THEMES.find((each) => each === theme);
  if ((task !== 'win' && task !== 'hold') || !known) throw new Error(`no task: ${line}`);
  const { size } = read.value;
  const square = (name: string) => {
    const found = parseSquare(size, name);
    if (found === undefined) throw new Error(`no square ${name}: ${line}`);
    return found;
  };
  const solutions = list.split(' ').map((move) => {
    const [from = '', to = ''] = move.split('-');
    return { from: square(from), to: square(to) };
  });
  return { task, ownMoves: Number(count), theme: known, position: read.value, solutions };
}

export const readTactics = (): readonly Tactic[] =>
  readFileSync(POSITIONS, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(parseTactic);
