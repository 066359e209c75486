import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIAGRAM_STYLES, formatDiagram, parseDiagram } from './diagram.ts';
import { legalMoves } from './legal.ts';
import { SETUP_NAMES, startPosition } from './named-setups.ts';
import { formatMove, NOTATIONS, parseMove } from './notation.ts';
import { formatPosition, parsePosition } from './position-text.ts';
import { type GameRecord, recordEvents, resultOf } from './record.ts';
import { parseRecord } from './record-read.ts';
import { formatRecord } from './record-write.ts';
import { moveOf } from './testing/boards.ts';
import { playChoices, someStart } from './testing/games.ts';

/** What phones, word processors and mail programs do to pasted text. */
const DAMAGES: Readonly<Record<string, (text: string) => string>> = {
  'curly quotation marks': (text) => text.replaceAll("'", '’').replaceAll(/"([^"\n]*)"/g, '“$1”'),
  'long dashes': (text) => text.replaceAll('-', '–'),
  'dashes without a break': (text) => text.replaceAll('-', '\u2011'),
  'minus signs': (text) => text.replaceAll('-', '−'),
  'blanks without a break': (text) => text.replaceAll(' ', '\u00A0'),
  'zero-width blanks': (text) => text.replaceAll(/([-:.])/g, '\u200B$1\u200B'),
  'an ellipsis': (text) => text.replaceAll('...', '…'),
  'full-width forms': (text) => text.replaceAll(/[!-~]/g, (char) => String.fromCodePoint(char.charCodeAt(0) + 0xfee0)),
  'Windows line ends': (text) => text.replaceAll('\n', '\r\n'),
  'old Mac line ends': (text) => text.replaceAll('\n', '\r'),
  'a byte order mark': (text) => `\uFEFF${text}`,
};

const games = fc.tuple(fc.nat(), fc.array(fc.nat(), { maxLength: 30 })).map(([choice, path]) => {
  const start = someStart(choice);
  return { start: start.position, history: playChoices(start, path) };
});

describe.each(Object.entries(DAMAGES))('after %s', (_, damage) => {
  test('every reader accepts what its writer writes', () => {
    fc.assert(
      fc.property(games, ({ start, history }) => {
        const { position } = history;
        expect(parsePosition(damage(formatPosition(position)), position.rules)).toEqual({ ok: true, value: position });
        for (const style of DIAGRAM_STYLES) {
          const plain = formatDiagram(position, style);
          expect([style, parseDiagram(damage(plain), position.rules)]).toEqual([
            style,
            parseDiagram(plain, position.rules),
          ]);
        }
        for (const move of legalMoves(position).slice(0, 5)) {
          for (const notation of NOTATIONS) {
            expect(parseMove(position, damage(formatMove(position, move, notation)))).toEqual({
              ok: true,
              value: move,
            });
          }
        }
        const record: GameRecord = {
          headers: { Event: 'Club evening' },
          setup: 'custom',
          start,
          comments: ['a start'],
          events: recordEvents(history),
          result: resultOf(history) ?? 'unfinished',
        };
        const read = parseRecord(damage(formatRecord(record)));
        expect(read.ok ? { ...read.value, headers: {}, comments: [] } : read).toEqual({
          ...record,
          headers: {},
          comments: [],
        });
      }),
      { numRuns: 15 },
    );
  });
});

const short = startPosition('short');

test('a phone may begin a move with a capital', () => {
  expect(parseMove(short, 'D1-d3')).toEqual({ ok: true, value: moveOf('d1', 'd3') });
});

test('a letter of another alphabet is named with its code point and place', () => {
  expect(parseMove(short, 'с-d1-d3')).toEqual({
    ok: false,
    error: { code: 'odd-character', character: 'с', codePoint: 'U+0441', column: 1 },
  });
  expect(parseMove(short, 'hello')).toEqual({ ok: false, error: { code: 'unreadable' } });
});

const read = (text: string) => {
  const record = parseRecord(text);
  return record.ok ? record.value : record.error;
};

test('a header may have any blanks around its value', () => {
  for (const header of ['[Event  "x"]', '[ Event\t"x" ]', '[Event\u00A0\u201Ex\u201C]', '\u200B[Event"x"]']) {
    expect(read(`${header}\n\n*`)).toMatchObject({ headers: { Event: 'x' } });
  }
});

test('the comments, marks and variations of PGN are comments', () => {
  const pgn = `[Setup "short"] 
; from the club
1. d1-d3!? $1 (1. e1-e3 {not (yet)} (1. c1-c3)) 2… e8-e6$6 ; a reply
{all} *`;
  expect(read(pgn)).toMatchObject({
    comments: ['from the club'],
    events: [
      { move: moveOf('d1', 'd3'), comments: ['!?', '!', '(1. e1-e3 {not (yet)} (1. c1-c3))'] },
      { move: moveOf('e8', 'e6'), comments: ['?!', 'a reply', 'all'] },
    ],
  });
  for (const open of ['(1. e1-e3', '({x) *', '｛x *']) {
    expect(read(`1. d2-d3 ${open}`)).toMatchObject({ code: 'comment-without-end', move: 2 });
  }
});

test('direction and invisible characters are removed from headers and comments', () => {
  expect(read('[South "Ann\u202E\u200B"]\n\n{a \u2066b\u2069} *')).toMatchObject({
    headers: { South: 'Ann' },
    comments: ['a b'],
  });
});

describe('the start diagram of Everything2', () => {
  const rows = ['T D C C B B A A', 'A A B B C C D D', 'D D C C B B A A', 'A A B B C C D T'];
  test('is read without ranks, files and sides', () => {
    const position = parseDiagram(rows.join('\n'));
    expect(position.ok && formatPosition(position.value)).toBe(formatPosition(startPosition('long')));
    const text = `The pieces are originally arranged\nas follows.\n${rows.join('\r\n')}\nAgain, to help you visualize`;
    expect(parseDiagram(text)).toEqual(position);
  });

  test('rows in another order are not guessed', () => {
    expect(parseDiagram([...rows].reverse().slice(1).join('\n'))).toMatchObject({ error: { code: 'no-board' } });
  });
});

test('every named setup has a diagram of each style that can be read', () => {
  for (const name of SETUP_NAMES) {
    for (const style of DIAGRAM_STYLES) {
      const start = startPosition(name);
      expect(parseDiagram(formatDiagram(start, style))).toMatchObject({ ok: true });
    }
  }
});
