import { expect, test } from 'vitest';
import { modulesOf } from './modules.ts';

const needed = { side: { south: 'South' }, owned: "{side}'s {letter}" };
const compile = (en: object, de: object) => modulesOf({ en: { ...needed, ...en }, de: { ...needed, ...de } });
const module = (file: string, en: object, de: object) => compile(en, de).find((each) => each.file === file)?.text;

test('a text without parameters is a string, and one with parameters a function', () => {
  const text = module(
    'talk-en.ts',
    { talk: { send: 'Send', to: 'To {name}' } },
    { talk: { send: 'Senden', to: 'An {name}' } },
  );
  expect(text).toContain('"send": "Send"');
  expect(text).toContain(`"to": (d: { name: string | number }): string => \`To \${d.name}\``);
});

test('numbers select by the plural rules of their language, exact numbers first', () => {
  const en = { moves: '{count, plural, =0 {none} one {# move} other {# moves}}' };
  const text = module('moves-en.ts', en, { moves: '{count, plural, one {# Zug} other {# Züge}}' });
  expect(text).toContain(
    `(d: { count: number }): string => (d.count === 0 ? "none" : f.plural(d.count) === 'one' ? \`\${f.number(d.count)} move\` :`,
  );
});

test('a choice accepts only its cases, unless it has `other`', () => {
  const said = (text: string) => module('said-en.ts', { said: text }, { said: 'x' });
  expect(said('{way, select, up {up} down {down}}')).toContain("way: 'up' | 'down' }");
  expect(said('{mate, select, true {mate} other {no}}')).toContain('mate: boolean }');
  expect(said('{side, select, null {nobody} other {{side, side}}}')).toContain('side: Side | null }');
});

test('each language may use a subset of the parameters', () => {
  const text = module(
    'said-de.ts',
    { said: 'Watching {count}' },
    { said: '{count, plural, one {# sieht zu} other {# sehen zu}}' },
  );
  expect(text).toContain('count: number }');
});

test.each([
  [{ said: 'x' }, {}, 'de.said is missing'],
  [{ said: 'x' }, { said: ['x'] }, 'de.said has another type than in en'],
  [{ said: '{by, sied}' }, { said: 'x' }, 'en said: there is no formatter "sied"'],
  [{ said: '{by, side} {by, piece}' }, { said: 'x' }, 'en said: used as Side and as Piece'],
  [
    { said: '{count, plural, one {x} many {y} other {z}}' },
    { said: 'x' },
    'The plural case many is not valid in this locale',
  ],
])('%j and %j are rejected', (en, de, why) => {
  expect(() => compile(en, de)).toThrow(why);
});
