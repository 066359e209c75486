import { parse, type Token } from '@messageformat/parser';

/** A language with the plural categories of `Intl.PluralRules`. */
export type Language = {
  readonly tag: string;
  readonly cardinal: PluralCategories;
  readonly ordinal: PluralCategories;
};
type PluralCategories = readonly Intl.LDMLPluralRule[];

export function languageOf(tag: string): Language {
  const categories = (type: Intl.PluralRuleType) =>
    new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories;
  return { tag, cardinal: categories('cardinal'), ordinal: categories('ordinal') };
}

/** Parses a text in ICU MessageFormat. @throws with the place of the error */
export const readMessage = (text: string, { cardinal, ordinal }: Language): readonly Token[] =>
  parse(text, { cardinal: [...cardinal], ordinal: [...ordinal] });

export type Parameter = { readonly types: Set<string>; readonly cases: Set<string>; other: boolean };
export type Parameters = Map<string, Parameter>;

/** Parameter types of formatters, as in `{by, side}`; the formatters are in `src/format.ts`. */
const FORMATTERS: Readonly<Record<string, string>> = {
  side: 'Side',
  anySide: 'string',
  sides: 'readonly Side[]',
  names: 'readonly string[]',
  piece: 'Piece',
  size: 'number',
  number: 'number',
  signed: 'number',
  seconds: 'number',
  tenths: 'number',
  day: 'number',
  moment: 'number',
  clock: 'number',
  date: 'number',
  lower: 'string',
  short: 'string',
};

export function addParameters(tokens: readonly Token[], into: Parameters): void {
  for (const token of tokens) {
    if (token.type === 'content' || token.type === 'octothorpe') continue;
    const known = into.get(token.arg) ?? { types: new Set(), cases: new Set(), other: false };
    into.set(token.arg, known);
    if (token.type === 'function') known.types.add(formatterType(token.key));
    if (token.type === 'plural' || token.type === 'selectordinal') known.types.add('number');
    if (token.type === 'select') {
      for (const { key } of token.cases) if (key !== 'other') known.cases.add(key);
      known.other ||= token.cases.some(({ key, tokens: said }) => key === 'other' && said.length > 0);
    }
    if ('cases' in token) for (const { tokens: inner } of token.cases) addParameters(inner, into);
  }
}

function formatterType(name: string): string {
  const type = FORMATTERS[name];
  if (type === undefined) throw new Error(`there is no formatter "${name}"`);
  return type;
}

/** A parameter's type: text or a number if it is only printed; a union of the cases if it selects one. */
export function typeOf({ types, cases, other }: Parameter): string {
  const absent = ['null', 'undefined'].filter((each) => cases.has(each));
  const named = [...cases].filter((each) => !absent.includes(each));
  if (types.size > 1) throw new Error(`used as ${[...types].join(' and as ')}`);
  const [type] = types;
  if (named.includes('true')) return 'boolean';
  if (type !== undefined) return [type, ...absent].join(' | ');
  if (named.length > 0 && !other) return [...named.map((each) => `'${each}'`), ...absent].join(' | ');
  return ['string', 'number', ...absent].join(' | ');
}
