import { legalMoves, SETUP_NAMES, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { traceMove } from '#lib/board/moves.ts';
import { type PreviewPicture, previewSvg, shownIn } from './preview-svg.ts';

test.each(SETUP_NAMES)('the picture of %s needs no style sheet', (setup) => {
  const position = startPosition(setup);
  const [move] = legalMoves(position);
  const lastMove = move && traceMove(position, move);
  const svg = previewSvg({ position, lastMove, title: 'Ann – Ben', about: 'Live' });
  expect(svg.startsWith('<svg ')).toBe(true);
  expect(svg.match(/var\(|light-dark\(|color-mix\(|calc\(|class=|<div|<!--|NaN|undefined/)).toBeNull();
  const shapes = [...svg.matchAll(/<(?:path|circle|ellipse|rect)\b([^>]*)>/g)].map(([, attributes = '']) => attributes);
  expect(shapes.length).toBeGreaterThan(100);
  // A shape without fill and stroke would be black.
  const bare = shapes.filter((attributes) => !/\b(?:fill|stroke)="(?!none)/.test(attributes));
  expect(bare).toEqual([]);
  for (const colour of ['#95b0c1', '#ffc21a']) expect(svg).toContain(colour);
});

test('a long title is cut at the edge, and characters missing from the font are omitted', () => {
  const position = startPosition('long');
  const plain = previewSvg({ position, lastMove: undefined, title: 'Ann', about: '' });
  expect(previewSvg({ position, lastMove: undefined, title: 'A漢nn', about: '' })).toBe(plain);
  expect(previewSvg({ position, lastMove: undefined, title: 'W'.repeat(400), about: '' })).not.toContain('NaN');
});

test('the cache key differs for each board, last move, title and description', () => {
  const position = startPosition('long');
  const [move] = legalMoves(position);
  const one: PreviewPicture = { position, lastMove: undefined, title: 'Ann – Ben', about: 'Live' };
  const others: PreviewPicture[] = [
    { ...one, position: startPosition('short') },
    { ...one, position: startPosition('long6') },
    { ...one, lastMove: move && traceMove(position, move) },
    { ...one, title: 'Ann – Bea' },
    { ...one, about: 'Over' },
  ];
  const all = [one, ...others];
  expect(new Set(all.map(previewSvg)).size).toBe(all.length);
  expect(new Set(all.map(shownIn)).size).toBe(all.length);
  expect(shownIn({ ...one, position: startPosition('long') })).toBe(shownIn(one));
});
