import type { Language } from '@terrace/protocol';

let source: () => Language = () => 'en';

/** Sets the source of the current language: the request context on the server, the page in a browser. */
export function setLanguageSource(find: () => Language): void {
  source = find;
}

export const currentLanguage = (): Language => source();

/** A language's name in that language. */
export const languageName = (language: Language): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
