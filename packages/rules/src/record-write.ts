import { startHistory } from './history.ts';
import { formatMove } from './notation.ts';
import type { Rules } from './position.ts';
import { formatPosition } from './position-text.ts';
import { follow, type GameRecord, type RecordEvent, type RecordResult } from './record.ts';
import { cleanLines } from './text/clean-text.ts';
import { plainNotation } from './text/plain-notation.ts';

/** Header names in the order they are written; others follow. */
const HEADERS = [
  'Event',
  'Date',
  'South',
  'West',
  'North',
  'East',
  'Setup',
  'Rules',
  'Start',
  'TimeControl',
  'WeekendsOff',
  'Result',
  'Termination',
] as const;

export const headerName = /^[A-Za-z][A-Za-z0-9]{0,31}$/;

/**
 * Formats a game record (R25), with clean text in headers and comments.
 * @throws if an event is impossible or a header's name is invalid
 */
export function formatRecord(record: GameRecord): string {
  return `${headerLines(record)}\n\n${[...moveLines(record), resultText(record.result)].join('\n')}\n`;
}

function headerLines({ headers, setup, start, result }: GameRecord): string {
  const own: Readonly<Record<string, string | undefined>> = {
    Setup: setup,
    Rules: rulesText(start.rules),
    Start: setup === 'custom' ? formatPosition(start) : undefined,
    Result: resultText(result),
  };
  const known: readonly string[] = HEADERS;
  const names = [...HEADERS, ...Object.keys(headers).filter((name) => !known.includes(name))];
  return names
    .flatMap((name) => {
      const value = Object.hasOwn(own, name) ? own[name] : Object.hasOwn(headers, name) ? headers[name] : undefined;
      if (value === undefined) return [];
      if (!headerName.test(name)) throw new Error(`${name} is not a valid header name`);
      return `[${name} "${escapeValue(value)}"]`;
    })
    .join('\n');
}

function moveLines({ start, comments, events }: GameRecord): readonly string[] {
  const lines = comments.map(comment);
  let history = startHistory(start);
  for (const event of events) {
    lines.push([eventText(history.position, event), ...event.comments.map(comment)].join(' '));
    const next = follow(history, event);
    if (!next.ok) throw new Error(`the event after move ${history.position.ply} is impossible: ${next.error.code}`);
    history = next.value;
  }
  return lines;
}

function eventText(position: GameRecord['start'], event: RecordEvent): string {
  if (event.kind === 'left') return `{[%left ${event.side}]}`;
  const clock = event.clock === undefined ? '' : ` {[%clk ${clockText(event.clock)}]}`;
  return `${position.ply}. ${formatMove(position, event.move)}${clock}`;
}

/** House rules by name; `standard` without any. */
export const rulesText = ({ capture, sliding }: Rules): string =>
  [capture, sliding].filter((rule) => rule !== 'standard').join(' ') || 'standard';

export const resultText = (result: RecordResult): string => (result === 'unfinished' ? '*' : result);

function clockText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

const escapeValue = (text: string): string => cleanLines(text).replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');

/** A backslash marks a comment that looks like a command. */
function comment(text: string): string {
  const clean = cleanLines(text);
  const mark = plainNotation(clean).trimStart().startsWith('[%') ? '\\' : '';
  return `{${mark}${clean.replace(/[\\}]/g, '\\$&')}}`;
}
