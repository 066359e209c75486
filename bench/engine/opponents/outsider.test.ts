import {
  historyOutcome,
  legalMoves,
  type Move,
  parsePosition,
  squareName,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { describe, expect, test } from 'vitest';
import { PERFT_COUNTS } from '../../../packages/rules/src/testing/perft-counts.ts';
import { playGame } from '../play.ts';
import { rulesOf } from '../tactics/positions.ts';
import { compileOutsider, loadMoments, openOutsider, outsiderPlayer, STYLES } from './outsider.ts';

await compileOutsider();

test('the outsider counts as many sequences of legal moves as the rules, in every setup of two', () => {
  const outsider = openOutsider('outsider', () => false);
  for (const [setup, capture, sliding, counts] of PERFT_COUNTS) {
    const position = startPosition(setup);
    if (capture !== 'standard' || sliding !== 'standard' || position.seats.length > 2) continue;
    loadMoments(outsider, [startHistory(position)]);
    expect([1, 2, 3].map((depth) => outsider.perft(depth))).toEqual(counts.slice(0, 3));
  }
});

test('the outsider stops when it is late, but not before it has a move', () => {
  const outsider = openOutsider('outsider', () => true);
  const start = startHistory(startPosition('long'));
  loadMoments(outsider, [start]);
  outsider.think(60, Number.POSITIVE_INFINITY);
  expect(outsider.nodes()).toBeLessThanOrEqual(2048);
  expect(legalMoves(start.position)).toContainEqual({ from: outsider.move() & 63, to: outsider.move() >> 6 });
});

describe.each(STYLES)('the %s', (style) => {
  const player = outsiderPlayer(style, style, { nodes: 2000 });
  const choice = (text: string): string => {
    const position = parsePosition(text, rulesOf('standard'));
    if (!position.ok) throw new Error(position.error.code);
    const { from, to }: Move = player.choose(startHistory(position.value), { seed: 1, theirMs: 0 });
    return `${squareName(8, from)}-${squareName(8, to)}`;
  };

  test('arrives, captures the other T, and saves its own', () => {
    expect(choice('8/7t/8/8/3d4/8/8/5T2 s sn 0 1')).toBe('h7-h8');
    expect(choice('8/8/8/8/8/8/t5d1/5T2 s sn 0 1')).toBe('g2-f1');
    expect(choice('T7/8/8/8/8/8/6D1/d4t2 s sn 0 1')).toMatch(/^f1-/);
  });

  test('plays a game by the rules to its end', () => {
    const start = startHistory(startPosition('short'));
    const { plies } = playGame(start, { south: player, north: player }, 1);
    expect(plies).toBeGreaterThan(10);
    expect(historyOutcome(start)).toBeUndefined();
  });
});
