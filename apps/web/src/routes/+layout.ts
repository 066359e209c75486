import { loadMessages, setLanguageSource } from '@terrace/messages';
import { Me, preferredLanguage } from '@terrace/protocol';
import { readIfThere } from '#lib/net/rest.ts';
import { preferencesFromHeader } from '#lib/settings/cookie.ts';
import { browser, building } from '$app/env';
import type { LayoutLoad } from './$types';

/** `me` is undefined without a connection, and in the pages that are kept for then: they are nobody's own. */
export const load: LayoutLoad = async ({ fetch, data }) => {
  const own = browser && data.forAll ? onDevice() : data;
  const [me] = await Promise.all([
    building ? undefined : readIfThere(fetch, '/api/me', Me),
    browser ? loadMessages(own.language) : undefined,
  ]);
  // On the server the language is the request's; in a browser it is the page's, and another one loads the page again.
  if (browser) setLanguageSource(() => own.language);
  return { preferences: own.preferences, language: own.language, origin: own.origin, me };
};

/** What the server would have told of this visitor, had it rendered the page for them. */
function onDevice() {
  const preferences = preferencesFromHeader(document.cookie);
  return {
    origin: location.origin,
    preferences,
    language: preferredLanguage(preferences.language, navigator.languages.join(',')),
  };
}
