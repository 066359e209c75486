import { currentLanguage, loadMessages } from '@terrace/messages';
import { Me } from '@terrace/protocol';
import { tryGetJson } from '#lib/net/rest.ts';
import { preferencesFromHeader } from '#lib/preferences/cookie.ts';
import { browser, building } from '$app/env';
import type { LayoutLoad } from './$types';

/** `me` is undefined without a connection, and in the pages that are kept for then: they are nobody's own. */
export const load: LayoutLoad = async ({ fetch, data }) => {
  const [me] = await Promise.all([building ? undefined : tryGetJson(fetch, '/api/me', Me), loadMessages('site')]);
  const own = browser && data.forAll ? onDevice() : data;
  return { preferences: own.preferences, language: own.language, origin: own.origin, me };
};

/** What the server would have told of this visitor, had it rendered the page for them. */
const onDevice = () => ({
  origin: location.origin,
  preferences: preferencesFromHeader(document.cookie),
  language: currentLanguage(),
});
