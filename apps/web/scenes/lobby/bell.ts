import type { Page } from '@playwright/test';
import { GameId, HOUR_MS, MINUTE_MS, type NotificationDetails, NotificationPage } from '@terrace/protocol';
import { pageAt } from '../fixtures/page.ts';
import { asGuest, GUESTS, NOON, STRANGER } from '../fixtures/people.ts';
import { rest } from '../fixtures/rest.ts';
import type { Scene, Scenes } from '../scene.ts';

const { north, east, west } = GUESTS;
const deadlineAt = NOON + 20 * HOUR_MS;
const LONG_TEXT = 'A long message about the game, '.repeat(9).trim();

const DETAILS: readonly NotificationDetails[] = [
  { kind: 'turn', ply: 12, opponents: [north], deadlineAt },
  { kind: 'time-short', ply: 7, left: 'quarter', opponents: [west, north, east], deadlineAt },
  { kind: 'chat', by: east, text: LONG_TEXT },
  { kind: 'offer', offer: 'draw', by: north },
  { kind: 'invited', by: west, until: deadlineAt },
  { kind: 'over', outcome: 'won', place: 1, by: 'capture', opponents: [north], ratingChange: 8.3 },
  { kind: 'over', outcome: 'lost', place: 3, by: 'capture', opponents: [west, north, east], ratingChange: null },
  { kind: 'follower', by: north },
  { kind: 'answered', by: north, accepted: false },
  { kind: 'joined', by: east },
  { kind: 'started', opponents: [west, north, east] },
  { kind: 'security', change: 'sign-in' },
  { kind: 'security', change: 'report' },
];
const WITHOUT_GAME: ReadonlySet<string> = new Set(['follower', 'security']);

function bellScene(count: number, unread: number): Scene {
  const notifications = Array.from({ length: count }, (_, n) => {
    const details = DETAILS[n % DETAILS.length] ?? { kind: 'joined' as const, by: north };
    const at = NOON - n ** 2 * 7 * MINUTE_MS;
    const gameId = WITHOUT_GAME.has(details.kind) ? null : GameId.parse('scene0000098');
    return { id: 100 - n, at, readAt: n < unread ? null : at, gameId, details };
  });
  const page = { notifications, unread, next: count > 20 ? 70 : null };
  return pageAt('/learn', {
    me: { ...asGuest(STRANGER), ...(unread > 0 && { attention: { turns: 2, unread } }) },
    rest: [rest('/api/me/notifications', NotificationPage, page)],
    steps: openBell,
    otherOnPhone: true,
  });
}

async function openBell(page: Page): Promise<void> {
  const bell = page.locator('header [popovertarget].bell');
  await bell.click();
  await page.locator('[popover]:popover-open').locator('h2').waitFor();
}

/** The panel of the bell: empty, with unread notifications, and long. */
export const bellScenes: Scenes = {
  'bell-empty': () => bellScene(0, 0),
  'bell-unread': () => bellScene(5, 3),
  'bell-long': () => bellScene(30, 12),
};
