import { Me } from '@terrace/protocol';
import { readIfThere } from '#lib/net/rest.ts';
import { preferencesFromHeader } from '#lib/settings/cookie.ts';
import { pageLanguage } from '#lib/settings/language.ts';
import { wordsOf } from '#lib/words/languages.ts';
import { browser, building } from '$app/env';
import type { LayoutLoad } from './$types';

/** `me` is undefined without a connection, and in the pages that are kept for then: they are nobody's own. */
export const load: LayoutLoad = async ({ fetch, data }) => {
  const own = browser && data.forAll ? onDevice() : data;
  const [words, me] = await Promise.all([
    wordsOf(own.language),
    building ? undefined : readIfThere(fetch, '/api/me', Me),
  ]);
  return { preferences: own.preferences, language: own.language, words, me };
};

/** What the server would have told of this visitor, had it rendered the page for them. */
function onDevice() {
  const preferences = preferencesFromHeader(document.cookie);
  return { preferences, language: pageLanguage(preferences.language, navigator.languages.join(',')) };
}
