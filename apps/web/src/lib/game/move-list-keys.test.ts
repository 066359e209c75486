import { expect, test } from 'vitest';
import { moveByKey } from './move-list-keys.ts';

const moves = [1, 2, 3, 4, 5].map((ply) => ({ ply }));
const from = (ply: number, key: string) => moveByKey(key, moves, ply, 2)?.ply;

test('left and right select the adjacent move, up and down the adjacent round, within the list', () => {
  expect([from(3, 'ArrowLeft'), from(3, 'ArrowRight'), from(3, 'ArrowUp'), from(3, 'ArrowDown')]).toEqual([2, 4, 1, 5]);
  expect([from(1, 'ArrowLeft'), from(5, 'ArrowRight'), from(2, 'ArrowUp'), from(4, 'ArrowDown')]).toEqual([1, 5, 2, 4]);
});

test('Home and End select the first and the last move', () => {
  expect([from(3, 'Home'), from(3, 'End')]).toEqual([1, 5]);
});

test('other keys and unknown moves select nothing', () => {
  expect([from(3, 'Enter'), from(9, 'Home')]).toEqual([undefined, undefined]);
});
