import type { Language } from '@terrace/protocol';

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

/** Every language says its own name. */
export const languageName = (language: Language): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
