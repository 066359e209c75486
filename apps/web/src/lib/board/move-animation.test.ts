import { expect, test } from 'vitest';
import { pathDots } from './marker-paths.ts';
import { moveDuration, moveKeyframes } from './move-animation.ts';

test('a step takes 160 ms, a slide 60 ms per square up to 320 ms, a climb 220 ms', () => {
  expect(moveDuration('capture', 2)).toBe(160);
  expect(moveDuration('level', 2)).toBe(160);
  expect(moveDuration('level', 5)).toBe(240);
  expect(moveDuration('level', 12)).toBe(320);
  expect(moveDuration('up', 2)).toBe(220);
});

test('a slide follows the terrace’s turns and ends on the target square', () => {
  const frames = moveKeyframes('level', [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
  ]);
  expect(frames).toEqual([
    { offset: 0, transform: 'translate(-100px, -100px)' },
    { offset: 0.5, transform: 'translate(0px, -100px)' },
    { offset: 1, transform: 'translate(0px, 0px)' },
  ]);
});

test('a climb scales up half way', () => {
  const frames = moveKeyframes('up', [
    { x: 0, y: 100 },
    { x: 0, y: 0 },
  ]);
  expect(frames[1]).toEqual({ offset: 0.5, transform: 'translate(0px, 50px) scale(1.08)' });
});

test('dots mark the path from the ring at its start to the brackets at its end', () => {
  const dots = pathDots([
    { x: 50, y: 50 },
    { x: 250, y: 50 },
  ]);
  expect(dots[0]).toEqual({ x: 71, y: 50 });
  expect(dots.at(-1)?.x).toBeLessThan(200);
});
