import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { historyOutcome, momentsOf } from './history.ts';
import { SETUP_NAMES, startPosition } from './named-setups.ts';
import { removeSide } from './play.ts';
import { formatPosition } from './position-text.ts';
import { type GameRecord, type RecordEvent, replay, resultOf } from './record.ts';
import { parseRecord } from './record-read.ts';
import { formatRecord } from './record-write.ts';
import { moveOf } from './testing/boards.ts';
import { EVERY_RULES, playChoices, someStart } from './testing/games.ts';
import { cleanLines } from './text/clean-text.ts';

const club: GameRecord = {
  headers: {
    Event: 'Club evening',
    Date: '2026.11.20',
    South: 'Ann',
    North: 'Ben',
    TimeControl: '300+5',
    Termination: 'agreed',
  },
  setup: 'short',
  start: startPosition('short'),
  comments: ['a quick one'],
  events: [
    { kind: 'move', move: moveOf('d1', 'd3'), clock: 299, comments: [] },
    { kind: 'move', move: moveOf('e8', 'e6'), clock: 3_723, comments: ['slow', 'but sure'] },
  ],
  result: 'draw',
};

const written = `[Event "Club evening"]
[Date "2026.11.20"]
[South "Ann"]
[North "Ben"]
[Setup "short"]
[Rules "standard"]
[TimeControl "300+5"]
[Result "draw"]
[Termination "agreed"]

{a quick one}
1. c-d1-d3 {[%clk 0:04:59]}
2. C-e8-e6 {[%clk 1:02:03]} {slow} {but sure}
draw
`;

test('R25: a record is headers, a blank line, numbered moves with clocks and comments, and the result', () => {
  expect(formatRecord(club)).toBe(written);
  expect(parseRecord(written)).toEqual({ ok: true, value: club });
});

test('R25: moves may share a line, and have no numbers or a space after the number', () => {
  const loose = written
    .replace(/^1\. /m, '1.')
    .replace(/\n2\. /, ' ')
    .replaceAll('\n', '\r\n');
  expect(parseRecord(loose)).toEqual({ ok: true, value: club });
});

test('R15, R25: departures are recorded between the moves', () => {
  const record: GameRecord = {
    ...club,
    setup: 'three',
    start: startPosition('three'),
    events: [
      { kind: 'left', side: 'east', comments: ['time'] },
      { kind: 'left', side: 'south', comments: [] },
    ],
    result: 'north',
  };
  expect(formatRecord(record)).toContain('{[%left east]} {time}\n{[%left south]}\nnorth\n');
  expect(parseRecord(formatRecord(record))).toEqual({ ok: true, value: record });
});

test('R25: a custom position is in the Start header', () => {
  const start = removeSide(startPosition('four', { capture: 'rank', sliding: 'not-larger' }), 'east');
  const record: GameRecord = { ...club, setup: 'custom', start, events: [], result: 'unfinished' };
  const text = formatRecord(record);
  expect(text).toContain(`[Rules "rank not-larger"]\n[Start "${formatPosition(start)}"]`);
  expect(parseRecord(text)).toEqual({ ok: true, value: record });
});

const words = fc.string({
  unit: fc.constantFrom(...'a "\\{}[]()$!;｛｝［”’\n\r\u200B\u202E\u0301👩é', '[%', '%clk 0:00:01', '[%left south]'),
  maxLength: 12,
});

/** A record with the text that a reader returns. */
const cleaned = (record: GameRecord): GameRecord => ({
  ...record,
  headers: mapped(record.headers, cleanLines),
  comments: record.comments.map(cleanLines),
  events: record.events.map((event) => ({ ...event, comments: event.comments.map(cleanLines) })),
});
const mapped = (values: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

test('R25: a record can be written and parsed', () => {
  const headers = fc.dictionary(fc.constantFrom('Event', 'South', 'East', 'Termination', 'Annotator', 'x1'), words);
  fc.assert(
    fc.property(
      fc.nat(),
      fc.array(fc.nat(), { maxLength: 60 }),
      headers,
      fc.array(words, { maxLength: 3 }),
      fc.nat({ max: 99_999 }),
      (choice, path, head, comments, clock) => {
        const start = someStart(choice);
        const history = playChoices(start, path);
        const events = momentsOf(history).flatMap(({ move, left }, index): RecordEvent[] => {
          const said = index % 7 === 0 ? comments : [];
          if (left) return [{ kind: 'left', side: left, comments: said }];
          if (!move) return [];
          return [{ kind: 'move', move, comments: said, ...(index % 3 === 0 && { clock: clock + index }) }];
        });
        const setup = SETUP_NAMES[choice % SETUP_NAMES.length] ?? 'long';
        const result = resultOf(history) ?? (choice % 2 ? 'draw' : 'unfinished');
        const record: GameRecord = { headers: head, setup, start: start.position, comments, events, result };
        const read = parseRecord(formatRecord(record));
        expect(read).toEqual({ ok: true, value: cleaned(record) });
        const again = read.ok ? replay(read.value) : undefined;
        expect(again?.ok && historyOutcome(again.value)).toEqual(historyOutcome(history));
        expect(EVERY_RULES).toContainEqual(start.position.rules);
      },
    ),
    { numRuns: 120 },
  );
});

describe('R25: an illegal move is rejected with its number', () => {
  const refusal = (text: string): unknown => {
    const read = parseRecord(text);
    return read.ok ? read : read.error;
  };

  test.each([
    [
      'C-e8-e6',
      'C-e8-a8',
      {
        code: 'move',
        move: 2,
        line: 13,
        text: 'C-e8-a8',
        why: { code: 'illegal', why: { code: 'two-levels', levels: 4 } },
      },
    ],
    ['c-d1-d3', 'b-d1-d3', { code: 'move', move: 1, why: { code: 'wrong-letter', said: 'b' } }],
    ['2. ', '3. ', { code: 'move-number', move: 2, said: '3' }],
    ['\ndraw', '', { code: 'no-result' }],
    ['\ndraw', '\nsouth', { code: 'other-result', said: 'draw', found: 'south' }],
    ['\ndraw', '\ndraw draw', { code: 'after-the-result', move: 3 }],
    ['{but sure}', '{but sure', { code: 'comment-without-end', move: 3 }],
    ['{slow}', '{[%left west]}', { code: 'cannot-leave', move: 3, side: 'west' }],
    ['[Event "Club evening"]', '[Event Club evening]', { code: 'header', line: 1 }],
    ['[Date ', '[Event ', { code: 'header-twice', name: 'Event' }],
    ['"short"', '"huge"', { code: 'setup', text: 'huge' }],
    ['"short"', '"custom"', { code: 'start-missing' }],
    ['"standard"', '"wild"', { code: 'rules', text: 'wild' }],
    ['[Setup "short"]', '[Start "8"]', { code: 'start', why: { code: 'five-fields', fields: 1 } }],
  ])('%s changed to %s', (one, other, error) => {
    expect(refusal(written.replace(one, other))).toMatchObject(error);
  });

  test('a decided game has no other result, and no further moves', () => {
    const left: GameRecord = { ...club, events: [{ kind: 'left', side: 'south', comments: [] }], result: 'north' };
    const text = formatRecord(left);
    expect(refusal(text.replaceAll('north', 'south'))).toEqual({ code: 'other-result', said: 'south', found: 'north' });
    expect(refusal(text.replace('\nnorth\n', '\nd1-d3\nnorth\n'))).toMatchObject({ code: 'move', move: 1 });
  });
});
