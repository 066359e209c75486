import { currentLanguage } from '@terrace/messages';
import { previewMessages } from '@terrace/messages/preview';
import type { SetupName } from '@terrace/rules';

/** Size of a preview picture in pixels, as link preview services expect. */
export const PREVIEW = { width: 1200, height: 630 } as const;

export type LinkPreview = {
  readonly title: string;
  readonly about: string;
  readonly picture: `/preview/${string}`;
  /** Canonical path of the page, without view parameters. */
  readonly path: string;
  readonly hidden?: boolean;
};

type PageName = keyof ReturnType<typeof previewMessages>['pages'];

const SETUP_OF: Readonly<Record<PageName, SetupName>> = {
  lobby: 'long',
  watch: 'four',
  analysis: 'medium',
  editor: 'master',
  local: 'three6',
  learn: 'long6',
  rules: 'long',
  archive: 'medium6',
  leaderboard: 'master6',
  login: 'short',
  settings: 'short6',
  api: 'four6',
  about: 'four',
  history: 'long',
  privacy: 'three',
};

const PAGE_OF: Readonly<Record<string, PageName>> = {
  '/': 'lobby',
  '/watch': 'watch',
  '/analysis': 'analysis',
  '/offline/analysis': 'analysis',
  '/offline/editor': 'editor',
  '/editor': 'editor',
  '/local': 'local',
  '/learn': 'learn',
  '/learn/rules': 'rules',
  '/archive': 'archive',
  '/leaderboard': 'leaderboard',
  '/login': 'login',
  '/settings': 'settings',
  '/settings/account': 'settings',
  '/api': 'api',
  '/about': 'about',
  '/about/history': 'history',
  '/privacy': 'privacy',
};

/** Pages that are useless as search results. */
const HIDDEN = [
  '/login',
  '/settings',
  '/settings/account',
  '/moderation',
  '/unsubscribe/[token]',
  '/offline',
  '/offline/analysis',
  '/offline/editor',
];

/** The picture's URL includes its language, because crawlers may use another one. */
export const inLanguage = (path: `/preview/${string}`): `/preview/${string}` =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${currentLanguage()}`;

/** The preview of a static page; the site's preview for unknown pages. */
export function pagePreview(routeId: string | null, path: string): LinkPreview {
  const page = PAGE_OF[routeId ?? ''] ?? 'lobby';
  const { title, about } = previewMessages().pages[page];
  return {
    title,
    about,
    path,
    picture: inLanguage(`/preview/page/${page}.png`),
    hidden: routeId === null || HIDDEN.includes(routeId),
  };
}

export const playerPreview = (name: string): LinkPreview => ({
  title: name,
  about: previewMessages().player({ name }),
  picture: inLanguage(`/preview/player/${encodeURIComponent(name)}.png`),
  path: `/players/${encodeURIComponent(name)}`,
});

export function pageSubject(name: string): { setup: SetupName; title: string; about: string } | undefined {
  const page = Object.values(PAGE_OF).find((each) => each === name);
  return page && { setup: SETUP_OF[page], ...previewMessages().pages[page] };
}
