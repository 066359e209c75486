import { expect, test } from 'vitest';
import { frameOf } from './single-frames.ts';

test.each([
  ['an empty message', '', [0x81, 1]],
  ['a short message', '42["event",{}]', [0x81, 15]],
  ['the longest message with a length of 7 bits', 'x'.repeat(124), [0x81, 125]],
  ['the shortest message with a length of 16 bits', 'x'.repeat(125), [0x81, 126, 0, 126]],
  ['the longest message with a length of 16 bits', 'x'.repeat(65_534), [0x81, 126, 0xff, 0xff]],
  ['a message with a length of 64 bits', 'x'.repeat(65_535), [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
  ['text beyond ASCII', 'é🙂', [0x81, 7]],
])('%s is one final text frame without a mask', (_, text, header) => {
  expect(frameOf(text)).toEqual(Buffer.concat([Buffer.from(header), Buffer.from(`4${text}`)]));
});
