import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';
import { enPages } from './en-pages.ts';

/** Every text by its path; what a function says is no text yet. */
function texts(words: unknown, path = ''): readonly { path: string; text: string | undefined }[] {
  if (typeof words === 'string') return [{ path, text: words }];
  if (typeof words !== 'object' || words === null) return [{ path, text: undefined }];
  return Object.entries(words).flatMap(([name, inner]) => texts(inner, `${path}.${name}`));
}

const english = texts({ ...en, ...enPages });
const german = texts(de);
/** What is written alike in both: names, signs, notation, and words that both languages have. */
const ALIKE = /^[^a-z]*$|^(?:d-a2-b3|b2c3).*|Terrace|^(?:Esc|Tab|Enter|Home|End|Space|Shift R|PgUp|PgDn)$/;
const SAME_WORDS = new Set([
  ...[
    'Name',
    'Editor',
    'West',
    'Pause',
    'Offline',
    'Bullet',
    'Blitz',
    'Lobby',
    'Zen',
    'Moderation',
    'Live',
    'Token',
    'GitHub',
    'Google',
    'Discord',
  ],
]);
/** Words that no German sentence has. */
const ENGLISH = /\b(?:the|and|your|you|is|are|of|with|this|that|has|have|not|game|move|moves|board|seat)\b/i;

test('both languages say the same things', () => {
  expect(german.map(({ path }) => path).toSorted()).toEqual(english.map(({ path }) => path).toSorted());
});

test('only what English leaves empty is empty', () => {
  const empty = new Set(english.filter(({ text }) => text?.trim() === '').map(({ path }) => path));
  expect(german.filter(({ path, text }) => text?.trim() === '' && !empty.has(path))).toEqual([]);
});

test('no English is left in the German words', () => {
  const known = new Map(english.map(({ path, text }) => [path, text]));
  const left = german.filter(
    ({ path, text }) =>
      text !== undefined &&
      !/\.key$/.test(path) &&
      !ALIKE.test(text) &&
      !SAME_WORDS.has(text) &&
      (ENGLISH.test(text) || (known.get(path) === text && text.length > 2)),
  );
  expect(left).toEqual([]);
});

test('pages take sentences from the words, never from the packages, whose own are English', () => {
  const lib = new URL('..', import.meta.url).pathname;
  const files = readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:svelte|ts)$/.test(file) && !file.startsWith('words') && !file.endsWith('.test.ts'),
  );
  const SENTENCE =
    /import[^;]*\b(?:explain|whyNot|whyNo(?:Move|Position|Beginning|Diagram|Record))\b[^;]*from '@terrace/;
  expect(files.filter((file) => SENTENCE.test(readFileSync(`${lib}${file}`, 'utf8')))).toEqual([]);
});
