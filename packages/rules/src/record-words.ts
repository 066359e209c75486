import { SIDES, type Side } from './sides.ts';
import { withLineFeeds } from './text/characters.ts';
import { cleanLines } from './text/clean-text.ts';
import { plainNotation } from './text/plain-notation.ts';

/** A part of a record's moves; `at` is its index in the text. */
export type RecordToken = { readonly at: number } & (
  | Comment
  /** A move, its number, both, or a result, in plain notation. */
  | { readonly kind: 'word'; readonly text: string }
);

/** A comment, or a command in one; `open` has no end. */
type Comment =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'clock'; readonly text: string; readonly seconds: number }
  | { readonly kind: 'left'; readonly side: Side }
  | { readonly kind: 'open' };

/**
 * Splits the moves of a record into words and comments. A comment is text in braces or, as in PGN, a variation in
 * parentheses, the rest of a line after a semicolon, or a mark of a move such as `!?` or `$6`.
 */
export function* recordTokens(text: string, begin: number): Generator<RecordToken> {
  const words = /[^\s{｛(;]+|[{｛(;]/g;
  words.lastIndex = begin;
  for (let found = words.exec(text); found; found = words.exec(text)) {
    const { index: at } = found;
    if ('{｛(;'.includes(found[0])) {
      const { comment, end } = readComment(text, at);
      yield { ...comment, at };
      words.lastIndex = end;
    } else {
      const [word, mark] = splitMark(plainNotation(found[0]));
      if (word !== '') yield { kind: 'word', text: word, at };
      if (mark !== '') yield { kind: 'said', text: MARKS[mark] ?? mark, at };
    }
  }
}

/** The words of a list of moves or a record without headers, each with its line from 1. */
export function* moveWords(given: string): Generator<{ readonly text: string; readonly line: number }> {
  const text = withLineFeeds(given);
  let [line, seen] = [1, 0];
  for (const token of recordTokens(text, 0)) {
    if (token.kind !== 'word') continue;
    for (; seen < token.at; seen++) if (text[seen] === '\n') line++;
    yield { text: token.text, line };
  }
}

/** Marks of moves by their numbers in PGN. */
const MARKS: Readonly<Record<string, string>> = { $1: '!', $2: '?', $3: '!!', $4: '??', $5: '!?', $6: '?!' };

function readComment(text: string, at: number): { comment: Comment; end: number } {
  const begin = at + 1;
  if (text[at] === ';') {
    const found = text.indexOf('\n', begin);
    const end = found < 0 ? text.length : found;
    return { comment: { kind: 'said', text: cleanLines(text.slice(begin, end)).trim() }, end };
  }
  const last = text[at] === '(' ? endOfVariation(text, begin) : indexOfUnescaped(text, begin, BRACES[text[at] ?? '']);
  if (last < 0) return { comment: { kind: 'open' }, end: text.length };
  const end = last + 1;
  if (text[at] === '(') return { comment: { kind: 'said', text: cleanLines(text.slice(at, end)) }, end };
  return { comment: readBraces(text.slice(begin, last)), end };
}

const BRACES: Readonly<Record<string, string>> = { '{': '}', '｛': '｝' };

/** The index of the parenthesis that ends a variation, or -1. Those in comments do not count. */
function endOfVariation(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
    if (depth === 0) return at;
    if (text[at] !== '{') continue;
    at = indexOfUnescaped(text, at + 1, '}');
    if (at < 0) return -1;
  }
  return -1;
}

/** The index of an unescaped character, or -1. A regular expression would fail on texts of several million characters. */
export function indexOfUnescaped(text: string, from: number, char: string | undefined): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === char) return at;
    if (text[at] === '\\') at++;
  }
  return -1;
}

/** A comment, or a command in one: `[%clk h:mm:ss]`, `[%left side]`. */
function readBraces(text: string): Comment {
  const said = cleanLines(text.replace(/\\(.)/gs, '$1'));
  if (text.length > MAX_COMMAND_LENGTH) return { kind: 'said', text: said };
  const plain = plainNotation(text).trim();
  const [, hours, minutes, seconds] = /^\[%clk (\d{1,9}):([0-5]\d):([0-5]\d)\]$/.exec(plain) ?? [];
  if (hours !== undefined) {
    return { kind: 'clock', text: said, seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) };
  }
  const side = SIDES.find((one) => plain === `[%left ${one}]`);
  return side ? { kind: 'left', side } : { kind: 'said', text: said };
}

const MAX_COMMAND_LENGTH = 40; // characters

/** A move and the mark after it, such as `!?` or `$6`. Reads from the end, so that the time grows with the length. */
function splitMark(text: string): readonly [word: string, mark: string] {
  const number = /\$\d{1,3}$/.exec(text.slice(-4));
  const marks = number?.[0].length ?? text.length - lastIndexExcept(text, '!?') - 1;
  return [text.slice(0, text.length - marks), text.slice(text.length - marks)];
}

function lastIndexExcept(text: string, characters: string): number {
  let at = text.length - 1;
  while (at >= 0 && characters.includes(text.charAt(at))) at -= 1;
  return at;
}
