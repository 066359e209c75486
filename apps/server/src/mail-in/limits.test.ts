import { expect, test } from 'vitest';
import { isTooComplex, MAX_BYTES } from './limits.ts';

const mail = (body: string, headers = 'From: ann@mail.example') => Buffer.from(`${headers}\r\n\r\n${body}`);
const fill = (piece: string) => piece.repeat(Math.floor((MAX_BYTES - 100) / piece.length));

test('ordinary mails are not too complex', () => {
  const quoted = 'A line of a long mail that was quoted completely.\r\n'.repeat(4_000);
  expect(isTooComplex(mail(quoted))).toBe(false);
  expect(isTooComplex(mail(fill('<')))).toBe(false);
  expect(isTooComplex(Buffer.alloc(0))).toBe(false);
});

test.each([
  ['line ends', mail(fill('\n'))],
  ['CRLF', mail(fill('\r\n'))],
  ['parts', mail(fill('--x\r\n\r\n'))],
  ['headers', mail('', fill('X: y\r\n'))],
  ['one long header', mail('', `From: ${fill('a')}`)],
])('a mail of many %s is too complex', (_, raw) => {
  expect(isTooComplex(raw)).toBe(true);
});
