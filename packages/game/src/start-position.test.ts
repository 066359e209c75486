import { formatPosition, MAX_START_PLY, parsePosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { startPositionOf, startTextFrom } from './start-position.ts';
import { currentPosition } from './state.ts';
import { ann, ben, fourSeats, gameInProgress, move, refused, twoSeats } from './testing/people.ts';
import { settings } from './testing/table.ts';

test('a game begins where a resigned one ended, with both sides and their pieces', () => {
  const table = gameInProgress();
  const before = currentPosition(table.state);
  table.send(ben, { type: 'resign' });
  expect(startTextFrom(table.state.history)).toEqual({
    ok: true,
    value: formatPosition(before).replace(/\d+ \d+$/, '0 1'),
  });
});

test('sides that left a game which continued have no seat', () => {
  const table = fourSeats();
  table.send(ben, { type: 'resign' });
  table.send(ann, move(1, 'c1', 'c2'));
  const start = startTextFrom(table.state.history);
  expect(start.ok && start.value).toMatch(/ sne 0 1$/);
  table.send(ann, { type: 'resign' });
  expect(startTextFrom(table.state.history)).toMatchObject({ ok: true, value: expect.stringMatching(/ ne 0 1$/) });
});

test('a game cannot begin where a capture or an arrival has decided the game', () => {
  for (const [position, from, to] of [
    ['8/8/8/8/8/2d5/1T6/7t s sn 0 1', 'c3', 'b2'],
    ['6t1/8/8/8/8/2T5/8/8 s sn 0 1', 'g8', 'h8'],
  ] as const) {
    const table = twoSeats(settings({ setup: 'custom', position }));
    table.send(ann, move(1, from, to));
    expect(startTextFrom(table.state.history)).toMatchObject(refused('decided'));
  }
});

test('a game that starts at the last possible ply continues with readable positions', () => {
  const position = (ply: number) => `DDCCBBAT/AABBCCDD/8/8/8/8/ddccbbaa/tabbccdd s sn 0 ${ply}`;
  const table = twoSeats(settings({ setup: 'custom', position: position(MAX_START_PLY) }));
  table.send(ann, move(MAX_START_PLY, 'd2', 'd3'));
  expect(parsePosition(formatPosition(currentPosition(table.state)))).toMatchObject({ ok: true });
  const late = { code: 'ply', ply: MAX_START_PLY + 1 };
  expect(startPositionOf(settings({ setup: 'custom', position: position(late.ply) }))).toEqual({
    ok: false,
    error: late,
  });
});
