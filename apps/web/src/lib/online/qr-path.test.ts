import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

test('a QR code has three finder patterns and a light margin', () => {
  const { path, size } = qrPath('https://terrace.example/game/abcdefghijkl');
  const dark = new Set(path.match(/(?<=M)\d+ \d+/g));
  const corner = (x: number, y: number) =>
    [0, 1, 2, 3, 4, 5, 6].every((n) => dark.has(`${x + n} ${y}`) && dark.has(`${x} ${y + n}`));
  const far = size - 4 - 7;
  expect([corner(4, 4), corner(far, 4), corner(4, far), corner(far, far)]).toEqual([true, true, true, false]);
  for (let n = 0; n < size; n++)
    for (const edge of [0, 3, size - 4, size - 1]) expect(dark.has(`${n} ${edge}`)).toBe(false);
});
