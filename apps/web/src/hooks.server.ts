import { AsyncLocalStorage } from 'node:async_hooks';
import type { Handle, HandleFetch } from '@sveltejs/kit/hooks';
import { setLanguageSource } from '@terrace/messages';
import {
  LANGUAGES,
  type Language,
  PREFERENCES_COOKIE,
  preferencesFromCookie,
  preferredLanguage,
} from '@terrace/protocol';
import { compressResponse } from '#lib/net/compress-response.ts';
import { reportPageFault } from '#lib/net/page-fault.ts';
import { type ThemeAttributes, themeAttributes } from '#lib/preferences/theme.ts';
import { building } from '$app/env';

/** The language of each request, because pages are rendered concurrently. */
const languages = new AsyncLocalStorage<Language>();
setLanguageSource(() => languages.getStore() ?? 'en');

/** Reads the visitor's preferences before rendering, and adds them to the `html` tag. */
export const handle: Handle = async ({ event, resolve }) => {
  const preferences = preferencesFromCookie(event.cookies.get(PREFERENCES_COOKIE));
  const language =
    (building ? undefined : languageOfPicture(event.url)) ??
    preferredLanguage(preferences.language, event.request.headers.get('accept-language'));
  Object.assign(event.locals, { preferences, language });
  // A prerendered page has the default boards. A script in its head reads the visitor's preferences.
  if (building) {
    const { boardOnLight, boardOnDark } = preferences;
    const boards = `data-board-on-light="${boardOnLight}" data-board-on-dark="${boardOnDark}"`;
    return resolve(event, {
      preload,
      transformPageChunk: ({ html }) => html.replace('<html', `<html ${boards}`),
    });
  }
  const page = await languages.run(language, () =>
    resolve(event, {
      preload,
      transformPageChunk: ({ html }) => html.replace(/<html[^>]*>/, firstTag(language, themeAttributes(preferences))),
    }),
  );
  return compressResponse(event.request, page);
};

/** Preload fonts as well as scripts, and before them, because the first paint needs only fonts. */
const preload = ({ type }: { type: 'font' | 'css' | 'js' | 'asset' }): boolean => type === 'font' || type === 'js';

/** The address of a preview picture names its language, because a crawler fetches it rather than the reader. */
const languageOfPicture = ({ pathname, searchParams }: URL): Language | undefined =>
  pathname.startsWith('/preview/') ? LANGUAGES.find((language) => language === searchParams.get('lang')) : undefined;

const firstTag = (language: Language, { theme, board, boardOnLight, boardOnDark }: ThemeAttributes): string =>
  `<html lang="${language}" data-theme="${theme}" data-board="${board ?? ''}" data-board-on-light="${boardOnLight}" data-board-on-dark="${boardOnDark}">`;

/** Rendered pages request their data from play as the visitor. In development, `platform` is undefined: Vite's proxy sends them. */
export const handleFetch: HandleFetch = async ({ event, request, fetch }) => {
  const fetchApi = event.platform?.req.fetchApi;
  const url = new URL(request.url);
  if (fetchApi === undefined || url.origin !== event.url.origin || !url.pathname.startsWith('/api/'))
    return fetch(request);
  const cookie = event.request.headers.get('cookie');
  const headers = { ...Object.fromEntries(request.headers), ...(cookie !== null && { cookie }) };
  return fetchApi(`${url.pathname}${url.search}`, headers, request.signal);
};

export const handleError = reportPageFault;
