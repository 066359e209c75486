import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPosition } from './check.ts';
import { startPosition } from './named-setups.ts';
import { outcome } from './outcome.ts';
import { removeSide } from './play.ts';
import { formatPosition, formatSetup, parsePosition, parseSetup } from './position-text.ts';
import { setupOf } from './setup.ts';
import { playChoices, someStart } from './testing/games.ts';

test('R24: the long game is written as in the rulebook', () => {
  expect(formatPosition(startPosition('long'))).toBe('DDCCBBAT/AABBCCDD/8/8/8/8/ddccbbaa/tabbccdd s sn 0 1');
});

test('R24: seats are in the order swne, with sides that are out in upper case', () => {
  const four = removeSide(startPosition('four'), 'west');
  expect(formatPosition(four)).toBe("1d'c'c'b'b't'1/7T/7B/7B/7C/7C/7D/1tbbccd1 s sWne 0 1");
});

test('R24: every position of a game can be written and parsed, including finished ones', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat(), { maxLength: 400 }), (start, path) => {
      const { position } = playChoices(someStart(start), path);
      expect(parsePosition(formatPosition(position), position.rules)).toEqual({ ok: true, value: position });
    }),
    { numRuns: 150 },
  );
});

const long = 'DDCCBBAT/AABBCCDD/8/8/8/8/ddccbbaa/tabbccdd';

test.each([
  ['', { code: 'five-fields', fields: 1 }],
  [`${long} s sn 0`, { code: 'five-fields', fields: 4 }],
  [`${long} s sn 0 1 2`, { code: 'five-fields', fields: 6 }],
  [`${long} x sn 0 1`, { code: 'turn-letter', text: 'x' }],
  [`${long} s ns 0 1`, { code: 'seat-letters', text: 'ns' }],
  [`${long} s ss 0 1`, { code: 'seat-letters', text: 'ss' }],
  ['8/8/8/8/8/8/8/t7 s s 0 1', { code: 'seats' }],
  [`${long} w sn 0 1`, { code: 'not-seated', side: 'west' }],
  [`${long} s sn 00 1`, { code: 'number', field: 'quiet', text: '00' }],
  [`${long} s sn 201 1`, { code: 'quiet', quiet: 201, limit: 200 }],
  [`${long} s sn 0 0`, { code: 'ply', ply: 0 }],
  [`${long} s sn 0 1e3`, { code: 'number', field: 'ply', text: '1e3' }],
  ['8/8/8 s sn 0 1', { code: 'rank-count', ranks: 3 }],
  [`${long.replace('8/', '7/')} s sn 0 1`, { code: 'rank-width', rank: 6 }],
  [`${long.replace('8/', '9/')} s sn 0 1`, { code: 'unknown-letter', letter: '9', rank: 6 }],
  [`${long.replace('DD', "D'")} s sn 0 1`, { code: 'unknown-letter', letter: "D'", rank: 8 }],
  [`${long.replace('t', 'a')} s sn 0 1`, { code: 'no-t', side: 'south' }],
  [`${long.replace('ta', 'tt')} s sn 0 1`, { code: 'second-t', side: 'south', square: 'b1' }],
  [`${long} s SN 0 1`, { code: 'nobody-to-play' }],
  [`${long} s Sn 0 1`, { code: 'turn-of-one-out', side: 'south' }],
  ["1d'c'c'b'b't'1/7T/7B/7B/7C/7C/7D/1tbbccd1 s Swne 0 1", { code: 'turn-of-one-out', side: 'south' }],
  ["1d'c'c'b'b't'1/7T/7B/7B/7C/7C/7D/1tbbccd1 n SWne 0 1", { code: 'piece-of-one-out', square: 'b1', side: 'south' }],
])('R24: %s is rejected with the reason', (text, error) => {
  expect(parsePosition(text)).toEqual({ ok: false, error });
});

test('a setup that no game could reach can be written and parsed', () => {
  const text = 'tt6/8/8/8/8/8/8/D7 w sn 0 7';
  const read = parseSetup(text);
  expect(read.ok && formatSetup(read.value)).toBe(text);
  expect(read.ok && checkPosition(read.value)).toMatchObject({ error: { code: 'not-seated', side: 'west' } });
  expect(parsePosition(text).ok).toBe(false);
});

test('a position converted to a setup and checked again is unchanged', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat(), { maxLength: 100 }), (start, path) => {
      const { position } = playChoices(someStart(start), path);
      const checked = checkPosition(setupOf(position));
      if (checked.ok) expect(checked.value).toEqual(position);
      else expect(outcome(position)).toBeDefined();
    }),
  );
});
