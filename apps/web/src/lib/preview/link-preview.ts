import { currentLanguage } from '@terrace/messages';
import { previewMessages } from '@terrace/messages/preview';
import type { SetupName } from '@terrace/rules';

/** The size of the picture beside a link, in pixels: what the services that show such pictures ask for. */
export const PREVIEW = { width: 1200, height: 630 } as const;

/** What is said of a page beside a link to it. */
export type LinkPreview = {
  readonly title: string;
  /** A sentence or two. */
  readonly about: string;
  /** The address of its picture within this server. */
  readonly picture: `/preview/${string}`;
  /** The page's own address within this server, without what only says how it is looked at. */
  readonly path: string;
  /** Whether search engines should leave it out. */
  readonly hidden?: boolean;
};

type PageName = keyof ReturnType<typeof previewMessages>['pages'];

/** How the board stands in a page's picture. */
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
  '/privacy': 'privacy',
};

/** Pages of no use to whoever comes from a search. */
const HIDDEN = [
  '/login',
  '/settings',
  '/settings/account',
  '/moderation',
  '/offline',
  '/offline/analysis',
  '/offline/editor',
];

/** The language of a picture is in its address, as whoever fetches it may speak another one. */
export const inLanguage = (path: `/preview/${string}`): `/preview/${string}` =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${currentLanguage()}`;

/** What is said of a page that is the same for everybody; of the site where nothing is there, or nothing else is known. */
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

/** What is said of a player's page. */
export const playerPreview = (name: string): LinkPreview => ({
  title: name,
  about: previewMessages().player({ name }),
  picture: inLanguage(`/preview/player/${encodeURIComponent(name)}.png`),
  path: `/players/${encodeURIComponent(name)}`,
});

/** What a page's picture shows; undefined where there is no such page. */
export function pageSubject(name: string): { setup: SetupName; title: string; about: string } | undefined {
  const page = Object.values(PAGE_OF).find((each) => each === name);
  return page && { setup: SETUP_OF[page], ...previewMessages().pages[page] };
}
