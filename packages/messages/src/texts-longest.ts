import { LANGUAGES, type Language } from '@terrace/protocol';
import { all } from './generated/all.ts';
import type { Catalogue } from './generated/catalogue.ts';

/** Replaces `texts.ts` in test builds: each text is the longest of all languages, so a layout that fits it fits all. */
const longest: Partial<Catalogue> = {};

export function textsOf<S extends keyof Catalogue>(subject: S): Catalogue[S] {
  const found: Catalogue[S] | undefined = longest[subject];
  if (found !== undefined) return found;
  const [first, ...others] = LANGUAGES.map((language: Language) => all[language][subject]);
  // The compiler of the catalogues ensures that all languages have the same names and parameters.
  const made = others.reduce<unknown>(longer, first) as Catalogue[S];
  longest[subject] = made;
  return made;
}

export async function loadMessages(): Promise<void> {}

function longer(one: unknown, other: unknown): unknown {
  if (typeof one === 'string' && typeof other === 'string') return other.length > one.length ? other : one;
  if (typeof one === 'function' && typeof other === 'function')
    return (parameters: unknown) => longer(one(parameters), other(parameters));
  if (Array.isArray(one) && Array.isArray(other)) return one.map((each, i) => longer(each, other[i]));
  if (isGroup(one) && isGroup(other))
    return Object.fromEntries(Object.entries(one).map(([name, text]) => [name, longer(text, other[name])]));
  return one;
}

const isGroup = (texts: unknown): texts is Readonly<Record<string, unknown>> =>
  typeof texts === 'object' && texts !== null;
