import { setLanguageSource } from '@terrace/messages';
import { LANGUAGES, type Language, preferredLanguage } from '@terrace/protocol';
import { preferencesFromHeader } from '#lib/settings/cookie.ts';

/** The page's own, as the server rendered it; another one loads the page again. */
const language = languageOfPage();
setLanguageSource(() => language);

function languageOfPage(): Language {
  const { lang, dataset } = document.documentElement;
  const rendered = dataset.forAll === undefined ? LANGUAGES.find((each) => each === lang) : undefined;
  return rendered ?? preferredLanguage(preferencesFromHeader(document.cookie).language, navigator.languages.join(','));
}
