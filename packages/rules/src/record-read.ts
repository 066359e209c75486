import { type History, startHistory } from './history.ts';
import type { Move } from './legal.ts';
import { isSetupName, startPosition } from './named-setups.ts';
import { parseMove } from './notation.ts';
import type { MoveRefusal } from './official-notation.ts';
import { type Position, type Rules, STANDARD_RULES } from './position.ts';
import { type PositionTextRefusal, parsePosition } from './position-text.ts';
import { follow, type GameRecord, type RecordEvent, type RecordResult, resultOf } from './record.ts';
import { indexOfUnescaped, recordTokens } from './record-words.ts';
import { headerName, resultText, rulesText } from './record-write.ts';
import { err, ok, type Result } from './result.ts';
import { isSide, type Side } from './sides.ts';
import { withLineFeeds, withoutStrayInvisible, withPlainBlanks } from './text/characters.ts';
import { cleanLines } from './text/clean-text.ts';
import { plainNotation } from './text/plain-notation.ts';

/** Why a text is not a game record; `move` is the ply of the rejected move, `line` its line. */
export type RecordRefusal =
  | { readonly code: 'header'; readonly line: number }
  | { readonly code: 'header-twice'; readonly name: string }
  | { readonly code: 'setup'; readonly text: string }
  | { readonly code: 'rules'; readonly text: string }
  | { readonly code: 'start-missing' }
  | { readonly code: 'start'; readonly why: PositionTextRefusal }
  /** `position` is the one before the rejected move. */
  | {
      readonly code: 'move';
      readonly move: number;
      readonly line: number;
      readonly text: string;
      readonly position: Position;
      readonly why: MoveRefusal;
    }
  | { readonly code: 'move-number'; readonly move: number; readonly line: number; readonly said: string }
  | { readonly code: 'comment-without-end'; readonly move: number; readonly line: number }
  | { readonly code: 'cannot-leave'; readonly move: number; readonly line: number; readonly side: Side }
  | { readonly code: 'after-the-result'; readonly move: number; readonly line: number }
  | { readonly code: 'no-result' }
  /** The header, the end of the text and the board have different results. */
  | { readonly code: 'other-result'; readonly said: string; readonly found: string };

/** Parses a game record and replays it (R25). Typographic characters are read as what they mean. */
export function parseRecord(given: string): Result<GameRecord, RecordRefusal> {
  const text = withLineFeeds(given);
  const head = readHeaders(text);
  if (!head.ok) return head;
  const { Setup, Rules: rules, Start, Result: said, ...headers } = head.value.headers;
  const begun = readStart(Setup, rules, Start);
  if (!begun.ok) return begun;
  const { setup, start } = begun.value;
  const read = readMoves(text, head.value.end, start);
  if (!read.ok) return read;
  const { history, result, comments, events } = read.value;
  const found = resultOf(history) ?? result;
  const clash = [resultText(result), said].find((one) => one !== undefined && one !== resultText(found));
  if (clash !== undefined) return err({ code: 'other-result', said: clash, found: resultText(found) });
  return ok({ headers, setup, start, comments, events, result });
}

/** Header lines up to the first line that is neither a header nor blank. */
function readHeaders(text: string): Result<{ headers: Record<string, string>; end: number }, RecordRefusal> {
  const headers: Record<string, string> = {};
  let at = 0;
  for (let number = 1; at < text.length; number++) {
    const end = text.indexOf('\n', at);
    const line = withoutStrayInvisible(withPlainBlanks(text.slice(at, end < 0 ? text.length : end))).trim();
    if (line !== '' && !'[［'.includes(line.charAt(0))) break;
    at = end < 0 ? text.length : end + 1;
    if (line === '') continue;
    const header = readHeader(line);
    if (header === undefined) return err({ code: 'header', line: number });
    const { name, value } = header;
    if (Object.hasOwn(headers, name)) return err({ code: 'header-twice', name });
    headers[name] = OWN_HEADERS.has(name) ? plainNotation(value).trim() : value;
  }
  return ok({ headers, end: at });
}

/** Headers with notation; the others have text for people. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['Setup', 'Rules', 'Start', 'Result']);

/** A name and a value in quotation marks, with any blanks around both; a word processor may have changed the marks. */
function readHeader(line: string): { name: string; value: string } | undefined {
  const [start = '', written = ''] = /^[[［]\s*([A-Za-z0-9Ａ-Ｚａ-ｚ０-９]+)\s*/.exec(line) ?? [];
  const name = plainNotation(written);
  const inner = line.slice(start.length, -1).trimEnd();
  const isClosed = /[\]］]$/.test(line) && inner.length > 1 && isQuote(inner.charAt(0)) && isQuote(inner.slice(-1));
  if (!isClosed || !headerName.test(name)) return undefined;
  const quoted = inner.slice(1, -1);
  // Between plain marks, another plain mark has a backslash.
  if (inner.startsWith('"') && indexOfUnescaped(`${quoted}"`, 0, '"') !== quoted.length) return undefined;
  const value = quoted.replace(/\\(.)/g, (_, char: string) => ({ n: '\n', r: '\r' })[char] ?? char);
  return { name, value: cleanLines(value) };
}

const isQuote = (char: string): boolean => plainNotation(char) === '"';

function readStart(
  setup: string | undefined,
  rulesText: string | undefined,
  text: string | undefined,
): Result<Pick<GameRecord, 'setup' | 'start'>, RecordRefusal> {
  const rules = rulesText === undefined ? STANDARD_RULES : readRules(rulesText);
  if (!rules) return err({ code: 'rules', text: rulesText ?? '' });
  const name = setup ?? (text === undefined ? 'long' : 'custom');
  if (isSetupName(name)) {
    return text === undefined
      ? ok({ setup: name, start: startPosition(name, rules) })
      : err({ code: 'setup', text: name });
  }
  if (name !== 'custom') return err({ code: 'setup', text: name });
  if (text === undefined) return err({ code: 'start-missing' });
  const start = parsePosition(text, rules);
  return start.ok ? ok({ setup: name, start: start.value }) : err({ code: 'start', why: start.error });
}

/** The rules of a header line, in any order; undefined if one is unknown. */
function readRules(text: string): Rules | undefined {
  const words = text.split(' ', 3);
  const rules: Rules = {
    capture: words.includes('rank') ? 'rank' : 'standard',
    sliding: words.includes('not-larger') ? 'not-larger' : 'standard',
  };
  return rulesText(rules).split(' ').length === words.length && words.every((word) => rulesText(rules).includes(word))
    ? rules
    : undefined;
}

interface Moves {
  readonly history: History;
  readonly comments: readonly string[];
  readonly events: readonly RecordEvent[];
  readonly result: RecordResult;
}

type Where = { readonly move: number; readonly line: number };

/** Counted only for a refusal, so that parsing stays linear. */
const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** An event that may still get its clock and comments. */
type Draft = { comments: string[] } & ({ kind: 'move'; move: Move; clock?: number } | { kind: 'left'; side: Side });

function readMoves(text: string, begin: number, start: Position): Result<Moves, RecordRefusal> {
  const comments: string[] = [];
  const events: Draft[] = [];
  let history = startHistory(start);
  let result: RecordResult | undefined;
  for (const token of recordTokens(text, begin)) {
    const move = history.position.ply;
    const where = (): Where => ({ move, line: lineOf(text, token.at) });
    if (result !== undefined) return err({ code: 'after-the-result', ...where() });
    const last = events.at(-1);
    if (token.kind === 'open') return err({ code: 'comment-without-end', ...where() });
    if (token.kind === 'said') (last?.comments ?? comments).push(token.text);
    if (token.kind === 'clock') {
      if (last?.kind === 'move' && last.clock === undefined) last.clock = token.seconds;
      else (last?.comments ?? comments).push(token.text);
    }
    if (token.kind === 'word') {
      result = readResult(token.text);
      if (result !== undefined) continue;
    }
    if (token.kind !== 'word' && token.kind !== 'left') continue;
    const event =
      token.kind === 'left'
        ? ok({ kind: token.kind, side: token.side, comments: [] })
        : readMove(history, token.text, where);
    if (!event.ok) return event;
    if (!event.value) continue;
    const next = follow(history, event.value);
    if (!next.ok) {
      return token.kind === 'left'
        ? err({ code: 'cannot-leave', ...where(), side: token.side })
        : err({
            code: 'move',
            ...where(),
            text: token.text,
            position: history.position,
            why: { code: 'illegal', why: next.error },
          });
    }
    events.push(event.value);
    history = next.value;
  }
  return result === undefined ? err({ code: 'no-result' }) : ok({ history, comments, events, result });
}

function readResult(text: string): RecordResult | undefined {
  const word = text.toLowerCase();
  return word === '*' ? 'unfinished' : word === 'draw' || isSide(word) ? word : undefined;
}

/** A move with or without its number; undefined for a number alone. */
function readMove({ position }: History, word: string, where: () => Where): Result<Draft | undefined, RecordRefusal> {
  const [, number, body = word] = /^(\d{1,9})[.)]+(.*)$/.exec(word) ?? [];
  if (number !== undefined && Number(number) !== position.ply) {
    return err({ code: 'move-number', ...where(), said: number });
  }
  if (body === '') return ok(undefined);
  const move = parseMove(position, body);
  return move.ok
    ? ok({ kind: 'move', move: move.value, comments: [] })
    : err({ code: 'move', ...where(), text: body.slice(0, 40), position, why: move.error });
}
