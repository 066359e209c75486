import { afterAll, expect, test } from 'vitest';
import { createPictures } from './pictures.ts';

const pictures = createPictures((error) => expect.unreachable(String(error)));
afterAll(() => pictures.close());

const square = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10"><rect width="20" height="10" fill="${colour}"/></svg>`;

function counted(colour: string) {
  let times = 0;
  const draw = () => {
    times += 1;
    return square(colour);
  };
  return { png: () => pictures.png(colour, draw), times: () => times };
}

test('a drawing becomes a PNG of its size, and is drawn once for concurrent and later requests', async () => {
  const [red, blue] = [counted('#f00'), counted('#00f')];
  const [one, same, other] = await Promise.all([red.png(), red.png(), blue.png()]);
  const bytes = Buffer.from(one);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([20, 10]);
  expect(same).toBe(one);
  expect(await red.png()).toBe(one);
  expect(Buffer.from(other).equals(bytes)).toBe(false);
  expect([red.times(), blue.times()]).toEqual([1, 1]);
});

test('an invalid or failed drawing is an error, and the next request tries again', async () => {
  await expect(pictures.png('green', () => '<p>no drawing')).rejects.toThrow();
  const undrawn = () => {
    throw new Error('no pencil');
  };
  await expect(pictures.png('green', undrawn)).rejects.toThrow('no pencil');
  expect((await pictures.png('green', () => square('#0f0'))).byteLength).toBeGreaterThan(50);
});
