import { formatRecord, parseRecord } from '@terrace/rules';
import { expect, test } from 'vitest';
import { recordOf } from './record.ts';
import { ann, ben, fourSeats, gameInProgress, move } from './testing/people.ts';
import { settings, Table } from './testing/table.ts';

test('the record of a game can be written and parsed', () => {
  const table = gameInProgress();
  table.now += 10_500;
  table.send(ann, move(3, 'd3', 'd2'));
  table.send(ben, { type: 'resign' });
  const record = recordOf(table.log);
  if (record === undefined) throw new Error('there is a game');
  const text = formatRecord(record);
  expect(text.split('\n')).toEqual([
    ...[
      '[Event "A game of Terrace"]',
      '[Date "2023.11.14"]',
      '[South "ann"]',
      '[North "ben"]',
      '[Setup "long"]',
      '[Rules "standard"]',
    ],
    ...['[TimeControl "300+3"]', '[Result "south"]', '[Termination "resignation"]', ''],
    ...['1. c-d2-d3 {[%clk 0:05:03]}', '2. C-e7-e6 {[%clk 0:05:03]}', '3. c-d3-d2 {[%clk 0:04:55]}'],
    ...['{[%left north]}', 'south', ''],
  ]);
  const read = parseRecord(text);
  expect(read.ok && formatRecord(read.value)).toBe(text);
});

test('moves taken back are not in the record, and a game in progress has no result', () => {
  const table = gameInProgress();
  table.send(ben, { type: 'offer', offer: 'takeback' });
  table.answer(ann, 'accept', 'takeback');
  table.send(ben, move(2, 'd7', 'd6'));
  const record = recordOf(table.log);
  expect(record?.events).toHaveLength(2);
  expect(record && formatRecord(record)).toContain('2. B-d7-d6');
  expect(record?.result).toBe('unfinished');
});

test('an empty log gives no record, and an open table a record without moves', () => {
  expect(recordOf([])).toBe(undefined);
  expect(recordOf(fourSeats().log.slice(0, 3))?.events).toEqual([]);
});

test('a draw by agreement is stated in the record', () => {
  const table = gameInProgress();
  table.send(ben, { type: 'offer', offer: 'draw' });
  table.send(ann, { type: 'offer', offer: 'draw' });
  expect(recordOf(table.log)).toMatchObject({ result: 'draw', headers: { Termination: 'agreement' } });
});

test('the record of a correspondence game has the time per move but no clocks, and a game without a clock has neither', () => {
  const days = gameInProgress(settings({ time: { kind: 'days', perMoveMs: 2 * 86_400_000 } }));
  const text = formatRecord(recordOf(days.log) ?? raise());
  expect(text).toContain('[TimeControl "1/172800"]');
  expect(text).not.toContain('%clk');
  expect(recordOf(gameInProgress(settings({ time: null })).log)?.headers).not.toHaveProperty('TimeControl');
});

test('the record of a bank of days has the bank, its increment and the time zone of weekends off', () => {
  const time = { kind: 'bank', bankMs: 864_000_000, incrementMs: 86_400_000, weekendsOff: 'Asia/Kathmandu' } as const;
  const text = formatRecord(recordOf(gameInProgress(settings({ time })).log) ?? raise());
  expect(text).toContain('[TimeControl "864000+86400"]\n[WeekendsOff "Asia/Kathmandu"]');
  const read = parseRecord(text);
  expect(read).toMatchObject({ ok: true, value: { headers: { WeekendsOff: 'Asia/Kathmandu' } } });
});

test('a name with quotation marks can be written and parsed', () => {
  const table = new Table(settings(), ann, 'south');
  table.send({ ...ben, name: 'Ben "B" Birch' }, { type: 'sit', side: null });
  const read = parseRecord(formatRecord(recordOf(table.log) ?? raise()));
  expect(read).toMatchObject({ ok: true, value: { headers: { North: 'Ben "B" Birch' } } });
});

function raise(): never {
  throw new Error('there is a game');
}
