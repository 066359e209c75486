import { currentLanguage, loadMessages } from '@terrace/messages';
import { Me } from '@terrace/protocol';
import { tryGetJson } from '#lib/net/rest.ts';
import { preferencesFromHeader } from '#lib/preferences/cookie.ts';
import { browser, building } from '$app/env';
import type { LayoutLoad } from './$types';

/** `me` is undefined offline and in prerendered pages, which belong to no visitor. */
export const load: LayoutLoad = async ({ fetch, data }) => {
  const [me] = await Promise.all([building ? undefined : tryGetJson(fetch, '/api/me', Me), loadMessages('site')]);
  const own = browser && data.forAll ? onDevice() : data;
  return { preferences: own.preferences, language: own.language, origin: own.origin, me };
};

/** What the server would send if it rendered the page for this visitor. */
const onDevice = () => ({
  origin: location.origin,
  preferences: preferencesFromHeader(document.cookie),
  language: currentLanguage(),
});
