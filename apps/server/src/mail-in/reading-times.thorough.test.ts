import { afterAll, expect, test, vi } from 'vitest';
import { createMailReader } from './read-mail.ts';

vi.setConfig({ testTimeout: 300_000 });

const reader = createMailReader({ ownHost: 'terrace.example', authservIds: ['mx.example'] }, (error) =>
  expect.unreachable(String(error)),
);
afterAll(() => reader.close());

const LINES = 1_500;
const MARGIN_MS = 300;

const PIECES = ['<', '<b>', '<div>', '<blockquote>', '<a b="', '&', '> ', '(', '"', ' ', ':', '__', '\u200b', '\u00a0'];

async function bestTime(raw: Buffer): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    await reader.read(raw);
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

test.each(['text/html', 'text/plain'])(
  'the time to read %s grows with its length, not with its square',
  async (type) => {
    for (const piece of PIECES) {
      const line = piece.repeat(Math.ceil(70 / piece.length));
      const mail = (lines: number) =>
        Buffer.from(
          `From: ann@mail.example\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${`${line}\r\n`.repeat(lines)}`,
        );
      await reader.read(mail(10));
      const [half, whole] = [await bestTime(mail(LINES)), await bestTime(mail(2 * LINES))];
      expect(whole, piece).toBeLessThan(3.5 * half + MARGIN_MS);
    }
  },
);

test('the time to read a header grows with its length, not with its square', async () => {
  for (const piece of ['(', '()', '"', '"" ', '=', ';', 'a=b ', '\\', '<a@b.example>,']) {
    const mail = (size: number) =>
      Buffer.from(
        ['From', 'Authentication-Results']
          .map((name) => `${name}: mx.example; ${piece.repeat(Math.floor(size / piece.length))}\r\n`)
          .join(''),
      );
    await reader.read(mail(10));
    const [half, whole] = [await bestTime(mail(7_000)), await bestTime(mail(14_000))];
    expect(whole, piece).toBeLessThan(3.5 * half + MARGIN_MS);
  }
});
