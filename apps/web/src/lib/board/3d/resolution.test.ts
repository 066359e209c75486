import { expect, test } from 'vitest';
import { Resolution } from './resolution.ts';

test('two slow frames halve the resolution, at most to a quarter, and rest restores it', () => {
  const resolution = new Resolution();
  const shares = [200, 20, 200, 200, 200, 200, 200, 200].map((ms) => {
    resolution.waited(ms);
    return resolution.share;
  });
  expect(shares).toEqual([1, 1, 1, 0.5, 0.5, 0.25, 0.25, 0.25]);
  expect(resolution.restore()).toBe(true);
  expect(resolution.share).toBe(1);
});

test('the first slow frame returns to the share that was fast enough before', () => {
  const resolution = new Resolution();
  for (const ms of [200, 200, 20]) resolution.waited(ms);
  resolution.restore();
  expect(resolution.waited(500)).toBe(true);
  expect(resolution.share).toBe(0.5);
});

test('two very slow frames quarter the resolution', () => {
  const resolution = new Resolution();
  for (const ms of [500, 500]) resolution.waited(ms);
  expect(resolution.share).toBe(0.25);
});

test('a fast machine keeps the full resolution', () => {
  const resolution = new Resolution();
  for (const ms of [16, 30, 200, 16, 40]) expect(resolution.waited(ms)).toBe(false);
  expect(resolution.restore()).toBe(false);
});
