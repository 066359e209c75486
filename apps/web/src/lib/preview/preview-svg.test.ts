import { parseSquare, SETUP_NAMES, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { type PreviewPicture, previewSvg, shownIn } from './preview-svg.ts';

test.each(SETUP_NAMES)('the picture of %s says every colour itself, in words that need no style sheet', (setup) => {
  const position = startPosition(setup);
  const svg = previewSvg({ position, last: parseSquare(position.size, 'c2'), title: 'Ann – Ben', about: 'Live' });
  expect(svg.startsWith('<svg ')).toBe(true);
  expect(svg.match(/var\(|light-dark\(|color-mix\(|calc\(|class=|<div|<!--|NaN|undefined/)).toBeNull();
  const shapes = [...svg.matchAll(/<(?:path|circle|ellipse|rect)\b([^>]*)>/g)].map(([, attributes = '']) => attributes);
  expect(shapes.length).toBeGreaterThan(100);
  // What says neither is drawn black: a rule was not found.
  const bare = shapes.filter((attributes) => !/\b(?:fill|stroke)\s*[=:]/.test(attributes));
  expect(bare.length, bare[0]).toBeLessThan(shapes.length / 3);
  for (const colour of ['rgb(149, 176, 193)', 'rgb(255, 194, 26)']) expect(svg).toContain(colour);
});

test('a long title is cut where the picture ends, and letters that no font has are left out', () => {
  const position = startPosition('long');
  const plain = previewSvg({ position, last: undefined, title: 'Ann', about: '' });
  expect(previewSvg({ position, last: undefined, title: 'A漢nn', about: '' })).toBe(plain);
  expect(previewSvg({ position, last: undefined, title: 'W'.repeat(400), about: '' })).not.toContain('NaN');
});

test('what a picture shows tells apart all pictures that differ: the board, the last move, the title and what is said below', () => {
  const one: PreviewPicture = { position: startPosition('long'), last: undefined, title: 'Ann – Ben', about: 'Live' };
  const others: PreviewPicture[] = [
    { ...one, position: startPosition('short') },
    { ...one, position: startPosition('long6') },
    { ...one, last: parseSquare(8, 'c2') },
    { ...one, title: 'Ann – Bea' },
    { ...one, about: 'Over' },
  ];
  const all = [one, ...others];
  expect(new Set(all.map(previewSvg)).size).toBe(all.length);
  expect(new Set(all.map(shownIn)).size).toBe(all.length);
  expect(shownIn({ ...one, position: startPosition('long') })).toBe(shownIn(one));
});
