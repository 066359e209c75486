import type { Language } from '@terrace/protocol';
import { type Catalogue, others } from './generated/catalogue.ts';

/** Catalogues do not change, so whoever needs one may share it. English comes with its pages and is not among them. */
const catalogues = new Map<string, Catalogue>();
const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Catalogue>>> = others;

let source: () => Language = () => 'en';

/**
 * Says where the language of whoever is answered is to be found at any moment: on a server in the request's own
 * storage, in a browser it is the page's.
 */
export function setLanguageSource(find: () => Language): void {
  source = find;
}

/** The language of whoever reads what is said now. */
export const currentLanguage = (): Language => source();

/** The catalogue to speak from; undefined for English. */
export const loaded = (): Catalogue | undefined => catalogues.get(source());

/** Fetches a language. Until it is there, English is spoken. */
export async function loadMessages(language: Language): Promise<void> {
  if (language !== 'en' && !catalogues.has(language)) catalogues.set(language, await loaders[language]());
}

/** Every language says its own name. */
export const languageName = (language: Language): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
