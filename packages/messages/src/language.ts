import type { Language } from '@terrace/protocol';

let source: () => Language = () => 'en';

/** Sets the source of the current language: the request context on the server, the page in a browser. */
export function setLanguageSource(find: () => Language): void {
  source = find;
}

let chosen: Language | undefined;

/** Makes a text in a language other than the current one, such as a notification for another player. */
export function inLanguage<T>(language: Language, make: () => T): T {
  const before = chosen;
  chosen = language;
  try {
    return make();
  } finally {
    chosen = before;
  }
}

export const currentLanguage = (): Language => chosen ?? source();

/** A language's name in that language. */
export const languageName = (language: Language): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
