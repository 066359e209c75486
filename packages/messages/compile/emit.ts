import type { Token } from '@messageformat/parser';
import { addParameters, type Language, type Parameters, readMessage, typeOf } from './message.ts';

export type Texts = string | number | readonly Texts[] | { readonly [name: string]: Texts };

type Translations = {
  readonly own: Texts;
  readonly all: readonly { readonly texts: Texts; readonly language: Language }[];
};

/** A string, or a function. Parameters combine all languages, so each may use a subset. @param path for errors */
export function emit({ own, all }: Translations, language: Language, path: string): string {
  if (typeof own === 'number') return String(own);
  if (typeof own === 'string') return emitMessage(own, all, language, path);
  const inner = (name: string | number) => ({
    own: at(own, name, path),
    all: all.map(({ texts, language: theirs }) => ({
      texts: at(texts, name, `${theirs.tag} ${path}`),
      language: theirs,
    })),
  });
  if (Array.isArray(own)) return `[${own.map((_, i) => emit(inner(i), language, `${path}.${i}`)).join(', ')}]`;
  const entries = Object.keys(own).map(
    (name) => `${JSON.stringify(name)}: ${emit(inner(name), language, `${path}.${name}`)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

function at(texts: Texts, name: string | number, path: string): Texts {
  const inner: unknown = typeof texts === 'object' ? Reflect.get(texts, name) : undefined;
  if (inner === undefined) throw new Error(`${path}.${name} is missing`);
  return inner as Texts;
}

function emitMessage(own: string, all: Translations['all'], language: Language, path: string): string {
  try {
    const parameters: Parameters = new Map();
    for (const { texts, language: theirs } of all) {
      if (typeof texts !== 'string') throw new Error(`no text in ${theirs.tag}`);
      addParameters(readMessage(texts, theirs), parameters);
    }
    const text = concatenate(readMessage(own, language), undefined);
    if (parameters.size === 0) return text;
    const types = [...parameters].map(([name, parameter]) => `${name}: ${typeOf(parameter)}`);
    return `(${/\bd\./.test(text) ? 'd' : '_'}: { ${types.join('; ')} }): string => ${text}`;
  } catch (fault) {
    throw new Error(`${language.tag} ${path}: ${fault instanceof Error ? fault.message : fault}`);
  }
}

/** @param counted the parameter that `#` stands for */
function concatenate(tokens: readonly Token[], counted: string | undefined): string {
  const parts = tokens.map((token) => emitToken(token, counted));
  if (parts.every(({ literal }) => literal)) return JSON.stringify(parts.map(({ text }) => text).join(''));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && !only.plain) return only.text;
  return `\`${parts.map(({ text, literal }) => (literal ? inTemplate(text) : `\${${text}}`)).join('')}\``;
}

const inTemplate = (text: string) => text.replace(/[`\\]|\$\{/g, '\\$&');

/** `plain` marks a part that may be a number and so needs a template literal. */
type Part = { readonly text: string; readonly literal?: boolean; readonly plain?: boolean };

function emitToken(token: Token, counted: string | undefined): Part {
  switch (token.type) {
    case 'content':
      return { text: token.value, literal: true };
    case 'argument':
      return { text: `d.${token.arg}`, plain: true };
    case 'octothorpe':
      return counted === undefined ? { text: '#', literal: true } : { text: `f.number(d.${counted})` };
    case 'function':
      return { text: `f.${token.key}(d.${token.arg})` };
    case 'select':
      return { text: choose(token.cases, (key) => test(`d.${token.arg}`, key), counted) };
    case 'plural':
    case 'selectordinal': {
      const name = token.type === 'plural' ? 'plural' : 'ordinal';
      const is = (key: string) =>
        key.startsWith('=') ? `d.${token.arg} === ${key.slice(1)}` : `f.${name}(d.${token.arg}) === '${key}'`;
      return { text: choose(token.cases, is, token.arg) };
    }
  }
}

function test(value: string, key: string): string {
  if (key === 'true') return value;
  return key === 'null' || key === 'undefined' ? `${value} === ${key}` : `${value} === '${key}'`;
}

type Cases = Extract<Token, { cases: unknown }>['cases'];

/** The last case needs no condition: it is `other`, or the cases are exhaustive. */
function choose(cases: Cases, is: (key: string) => string, counted: string | undefined): string {
  const last = cases.find(({ key }) => key === 'other') ?? cases.at(-1);
  const others = cases.filter((each) => each !== last);
  const said = (tokens: readonly Token[]) => concatenate(tokens, counted);
  return `(${others.map(({ key, tokens }) => `${is(key)} ? ${said(tokens)} : `).join('')}${said(last?.tokens ?? [])})`;
}
