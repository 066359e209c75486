import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import TakenPieces from './TakenPieces.svelte';

const discs = (html: string): string[] => html.match(/<i[\s>]/g) ?? [];

test('a captured T is distinguished from an A by its letter', () => {
  const { body } = render(TakenPieces, {
    props: {
      pieces: [
        { side: 'north', size: 1, t: false },
        { side: 'north', size: 1, t: true },
        { side: 'east', size: 4, t: false },
      ],
      outlined: false,
    },
  });
  expect(discs(body)).toHaveLength(3);
  expect([...body.matchAll(/data-taken-t="(\w+)"/g)].map(([, side]) => side)).toEqual(['north']);
});
