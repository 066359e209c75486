import { expect, test } from 'vitest';
import { createVisitorHeader, visitorKey } from './visitor-header.ts';

const START = Date.UTC(2026, 0, 1);
const at = (ms: number, secret = 'a secret') => createVisitorHeader(visitorKey(secret), () => START + ms);

test.each(['192.0.2.7', '2001:db8::7'])('the address %s is read from the header made for it', (address) => {
  expect(at(0).read(at(0).of(address))).toBe(address);
});

test('a header is valid for two minutes, on clocks that differ as well', () => {
  const header = at(0).of('192.0.2.7');
  expect(at(119_000).read(header)).toBe('192.0.2.7');
  expect(at(-119_000).read(header)).toBe('192.0.2.7');
  expect(at(121_000).read(header)).toBeUndefined();
});

test('a header that is missing, changed, repeated or signed with another key is not accepted', () => {
  const header = at(0).of('192.0.2.7');
  expect(at(0).read(undefined)).toBeUndefined();
  expect(at(0).read([header, header])).toBeUndefined();
  expect(at(0).read(header.replace('192.0.2.7', '192.0.2.8'))).toBeUndefined();
  expect(at(0).read(header.slice(0, -1))).toBeUndefined();
  expect(at(0).read(`${START} 192.0.2.7 ${'a'.repeat(43)}`)).toBeUndefined();
  expect(at(0, 'another secret').read(header)).toBeUndefined();
  expect(at(0).read(at(0).of('no address'))).toBeUndefined();
});
