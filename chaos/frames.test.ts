import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrameRepeater } from './frames.ts';

const HEADERS = 'GET /socket.io/ HTTP/1.1\r\nUpgrade: websocket\r\n\r\n';

/** A text frame as a server sends it, or with a mask, as a client sends it. */
function frameOf(text: string, mask: Buffer | undefined): Buffer {
  const plain = Buffer.from(text);
  const first = [0x81, (mask === undefined ? 0 : 0x80) | Math.min(plain.length, 126)];
  const length = plain.length < 126 ? [] : [plain.length >> 8, plain.length & 0xff];
  const payload = mask === undefined ? plain : plain.map((byte, i) => byte ^ (mask[i % 4] ?? 0));
  return Buffer.concat([Buffer.from([...first, ...length]), mask ?? Buffer.alloc(0), payload]);
}

const anyMask = fc.option(
  fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
  { nil: undefined },
);

test('only complete events are repeated, wherever the bytes are split', () => {
  const anyMessage = fc.record({ prefix: fc.constantFrom('42', '2', '40'), body: fc.string({ maxLength: 300 }) });
  fc.assert(
    fc.property(fc.array(anyMessage), anyMask, fc.integer({ min: 1, max: 50 }), (messages, mask, size) => {
      const frames = messages.map(({ prefix, body }) => frameOf(prefix + body, mask));
      const bytes = Buffer.concat([Buffer.from(HEADERS), ...frames]);
      const repeat = createFrameRepeater(() => true);
      const out: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) out.push(repeat(bytes.subarray(at, at + size)));
      const expected = frames.flatMap((frame, i) => (messages[i]?.prefix === '42' ? [frame, frame] : [frame]));
      expect(Buffer.concat(out)).toEqual(Buffer.concat([Buffer.from(HEADERS), ...expected]));
    }),
    { numRuns: 100 },
  );
});

test('bytes of other protocols pass unchanged', () => {
  const repeat = createFrameRepeater(() => true);
  const request = Buffer.from('GET /health HTTP/1.1\r\n\r\n');
  expect(repeat(request)).toEqual(request);
  expect(repeat(Buffer.from('any bytes'))).toEqual(Buffer.from('any bytes'));
});
