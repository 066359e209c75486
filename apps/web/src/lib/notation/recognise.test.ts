import {
  formatDiagram,
  formatMove,
  formatPosition,
  formatRecord,
  type GameRecord,
  type History,
  legalMoves,
  momentsOf,
  NOTATIONS,
  playOn,
  recordEvents,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { expect, test } from 'vitest';
import { recognise } from './recognise.ts';
import { FORMS, writeNotation } from './write-notation.ts';

const start = startHistory(startPosition('long'));
const game = Array.from({ length: 12 }).reduce<History>((history, _, n) => {
  const moves = legalMoves(history.position);
  const move = moves[(n * 13 + 5) % moves.length];
  const next = move && playOn(history, move);
  if (!next?.ok) throw new Error('a legal move was refused');
  return next.value;
}, start);
const record: GameRecord = {
  headers: { South: 'Ann', North: 'Ben' },
  setup: 'long',
  start: start.position,
  comments: [],
  events: recordEvents(game),
  result: 'unfinished',
};
const find = (text: string, here = start) => recognise(text, { here, start });

test('JSON is a record of AbstractPlay, and a comment in braces begins a list of moves', () => {
  const header = {
    game: { name: 'Terrace', variants: ['board-8', 'long'] },
    players: [{ name: 'Ann' }, { name: 'Ben' }],
  };
  const found = find(JSON.stringify({ header, moves: [['3d2-d3', '3e7-e6']] }, null, 2));
  expect(found).toMatchObject({ ok: true, value: { kind: 'record', record: { setup: 'long', result: 'unfinished' } } });
  expect(find('{"moves": 1}')).toEqual({ ok: false, error: { kind: 'json', why: { code: 'other-json' } } });
  expect(find('{A quiet start} d2-d3')).toMatchObject({ ok: true, value: { kind: 'moves' } });
});

test('text written in any form is recognised as that form with the same content', () => {
  for (const form of FORMS) {
    const found = find(writeNotation(form, record, record.events.length));
    if (!found.ok) throw new Error(`${form}: ${JSON.stringify(found.error)}`);
    if (found.value.kind === 'moves') {
      expect(found.value.notation).toBe(form);
      expect(formatPosition(found.value.history.position)).toBe(formatPosition(game.position));
    } else if (found.value.kind === 'record') expect(found.value.record).toEqual(record);
    else {
      expect(found.value.kind).toBe(form);
      const shown = found.value.position;
      expect(formatDiagram(shown, 'plain')).toBe(formatDiagram(game.position, 'plain'));
    }
  }
});

test('moves continue from the board, unless they are numbered from 1 or only legal from the start', () => {
  const [first, second] = momentsOf(game).slice(1);
  if (first?.move === undefined || second?.move === undefined) throw new Error('a game has moves');
  const one = formatMove(start.position, first.move);
  const two = formatMove(first.position, second.move);
  expect(find(two, first)).toMatchObject({ value: { from: 'here' } });
  expect(find(`1. ${one} {a comment} 2. ${two}`, game)).toMatchObject({ value: { from: 'start' } });
  expect(find(`${one}#1`, first)).toMatchObject({ value: { from: 'start', notation: 'numbered' } });
});

test('a refusal names the line and the move of the error', () => {
  const lines = writeNotation('official', record, 0).split('\n');
  const wrong = [...lines.slice(0, 4), 'd-a1-h8', ...lines.slice(5)].join('\n');
  expect(find(`\n${wrong}`)).toMatchObject({ error: { kind: 'move', line: 6, move: 5, text: 'd-a1-h8' } });
  const broken = formatRecord(record).replace(/^7\. \S+/m, '7. d-a1-h8');
  const line = broken.split('\n').findIndex((each) => each.startsWith('7.')) + 1;
  expect(find(broken)).toMatchObject({ error: { kind: 'record', why: { code: 'move', move: 7, line } } });
  expect(find('\n\nDDCCBBAT/AABBCCDD/8/8/8/8/ddccbbaa/tabbccdX s sn 0 1')).toMatchObject({
    error: { kind: 'position', line: 3, why: { code: 'unknown-letter' } },
  });
  expect(find('  \n ')).toMatchObject({ error: { kind: 'nothing' } });
  expect(find('\nDear friend,\nhello')).toMatchObject({ error: { kind: 'unknown', line: 2, text: 'Dear' } });
});

test('a list of moves is read as phones and word processors paste it', () => {
  const [first, second] = momentsOf(game).slice(1);
  if (first?.move === undefined || second?.move === undefined) throw new Error('a game has moves');
  const one = formatMove(start.position, first.move).replaceAll('-', '–');
  const two = formatMove(first.position, second.move).replaceAll('-', '\u2011');
  for (const list of [
    `\uFEFF1.\u00A0${one}\r2)\u200B${two}`,
    `${one}!? $2 (a note; ${two}) ; the rest of the line\n${two}`,
    `1… ${one} 2. ${two}`,
  ]) {
    const found = find(list);
    expect(found.ok && found.value.kind === 'moves' && formatPosition(found.value.history.position)).toBe(
      formatPosition(second.position),
    );
  }
  expect(find('а2-b3')).toMatchObject({ error: { kind: 'unknown', line: 1, text: 'а2-b3' } });
  expect(find('d2-d3 а2-b3')).toMatchObject({ error: { why: { code: 'odd-character', codePoint: 'U+0430' } } });
});

test('the start diagram of Everything2 is read as one', () => {
  const rows = ['T D C C B B A A', 'A A B B C C D D', 'D D C C B B A A', 'A A B B C C D T'];
  expect(find(rows.join('\r\n'))).toMatchObject({ value: { kind: 'everything2' } });
});

test('every notation has its own name', () => {
  for (const notation of NOTATIONS) {
    expect(find(writeNotation(notation, record, 0))).toMatchObject({ value: { kind: 'moves', notation } });
  }
});
