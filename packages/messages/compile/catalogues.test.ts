import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@terrace/protocol';
import { expect, test } from 'vitest';
import type { Texts } from './emit.ts';
import { type Catalogue, modulesOf } from './modules.ts';

const folder = new URL('../catalogues/', import.meta.url);
const read = (language: string): Catalogue => JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'));
const english = read('en');

function textsOf(texts: Texts, path = ''): readonly { path: string; text: string }[] {
  if (typeof texts === 'string') return [{ path, text: texts }];
  if (typeof texts !== 'object') return [];
  return Object.entries(texts).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`));
}

/** Texts that are identical in both languages: names, signs, notation, formats, and shared words. */
const ALIKE =
  /^[^a-z]*$|^(?:d-a2-b3|b2c3).*|Terrace|^(?:Esc|Tab|Enter|Home|End|Space|Shift R|PgUp|PgDn)$|^(?:[^a-z{]|\{[^}]*\})*$/;
const SAME_WORDS = new Set(
  (
    'Name Editor West Pause Offline Bullet Blitz Lobby Zen Moderation Live Token GitHub Google Discord ' +
    'Chat Start Link Minimum Maximum Engine Analyse Cookies Bot Bots Push Test Webhook Webhooks'
  ).split(' '),
);
/** English words that do not occur in German. */
const ENGLISH = /\b(?:the|and|your|you|is|are|of|with|this|that|has|have|not(?!-larger)|game|move|moves|board|seat)\b/i;
/** A text without its parameters and the names of its cases. */
const said = (text: string) =>
  text.replace(/\{\w+, (?:plural|select|selectordinal),|[\w=]+ (?=\{)|\{\w+(?:, \w+)?\}/g, '');

test('the catalogues are exactly those of the supported languages', () => {
  expect(readdirSync(folder).toSorted()).toEqual(LANGUAGES.map((language) => `${language}.json`).toSorted());
});

test('every language has the same texts', () => {
  const { learn, ...rest } = read('de');
  expect(() => modulesOf({ en: english, de: rest })).toThrow('de.learn is missing');
  expect(() => modulesOf({ en: english, de: { ...rest, learn: learn ?? '', more: 'Mehr' } })).toThrow(
    'de.more is not in en',
  );
});

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  'only what English leaves empty is empty in %s',
  (language) => {
    const empty = new Set(
      textsOf(english)
        .filter(({ text }) => text.trim() === '')
        .map(({ path }) => path),
    );
    expect(textsOf(read(language)).filter(({ path, text }) => text.trim() === '' && !empty.has(path))).toEqual([]);
  },
);

test('no English is left in the German texts', () => {
  const known = new Map(textsOf(english).map(({ path, text }) => [path, text]));
  const left = textsOf(read('de')).filter(
    ({ path, text }) =>
      !/\.(?:key|clockLong)$/.test(path) &&
      !ALIKE.test(text) &&
      !SAME_WORDS.has(text) &&
      (ENGLISH.test(said(text)) || (known.get(path) === text && text.length > 2)),
  );
  expect(left).toEqual([]);
});

const descriptions = new Map<string, string>(
  Object.entries(JSON.parse(readFileSync(new URL('../descriptions.json', import.meta.url), 'utf8'))),
);

test('every description for translators names a text', () => {
  const paths = new Set(textsOf(english).map(({ path }) => path.slice(1)));
  expect([...descriptions.keys()].filter((path) => !paths.has(path))).toEqual([]);
});

test('an English text with several German translations has a description at each place', () => {
  const german = new Map(textsOf(read('de')).map(({ path, text }) => [path, text]));
  const ambiguous = [...Map.groupBy(textsOf(english), ({ text }) => text).values()].filter(
    (places) => new Set(places.map(({ path }) => german.get(path))).size > 1,
  );
  const places = ambiguous.flat().map(({ path }) => path.slice(1));
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter((path) => !descriptions.has(path))).toEqual([]);
});
