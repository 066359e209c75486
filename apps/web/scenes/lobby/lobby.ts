import type { Page } from '@playwright/test';
import type { Seek } from '@terrace/protocol';
import { SETUPS, type SetupName } from '@terrace/rules';
import { gameRow } from '../fixtures/game-row.ts';
import { liveGame, lobbyPage } from '../fixtures/lobby.ts';
import { GUESTS, NOON, STRANGER } from '../fixtures/people.ts';
import { EIGHT_MINUTES, PlayedGame, startedGame } from '../fixtures/played-game.ts';
import { REFUSED } from '../reading/boards.ts';
import type { Scenes } from '../scene.ts';

const GAMES: readonly SetupName[] = ['four', 'short', 'medium', 'long', 'three', 'short', 'long6', 'four6'];
const TABLES: readonly SetupName[] = ['four', 'long', 'short', 'three', 'medium'];
const SEEK: Seek = { setup: 'long', time: EIGHT_MINUTES, rated: false };

const live = () =>
  GAMES.map((setup, n) => liveGame(startedGame(setup, {}, { seed: 10 + n }).playRandomMoves(8 + n * 2)));
const tables = () =>
  TABLES.map((setup, n) =>
    gameRow(new PlayedGame({ setup }, { seed: 30 + n, host: SETUPS[setup].seats[0] ?? 'south' })),
  );
/** A correspondence game in which it is the viewer's turn, and a seat reserved for the viewer. */
const own = () =>
  gameRow(
    startedGame(
      'long',
      { time: { kind: 'days', perMoveMs: 86_400_000 }, seen: 'link' },
      { seed: 40, players: { ...GUESTS, south: STRANGER } },
    ),
  );
const invitation = () => gameRow(new PlayedGame({}, { seed: 41, reserved: [{ side: 'north', player: STRANGER }] }));
const seekers = [{ player: GUESTS.west, seek: SEEK, since: NOON - 20_000 }];

const busy = (path: string) =>
  lobbyPage(path, {
    tables: tables(),
    live: live(),
    own: [own()],
    whole: true,
    socket: { 'invitations:list': () => ({ rows: [invitation()] }) },
  });

async function search(page: Page): Promise<void> {
  await page.locator('.primary button').click();
  await page.locator('[data-part="search"]').waitFor();
}

const searching = () => lobbyPage('/', { socket: { 'pairing:join': (seek) => ({ seek, since: NOON }) } });

export const lobbyScenes: Scenes = {
  lobby: () => busy('/'),
  'lobby-setting': () => ({ ...busy('/?challenge=Ann'), whole: true }),
  'lobby-empty': () => lobbyPage('/'),
  'lobby-empty-puzzle': () => ({
    ...lobbyPage('/'),
    screen: '360x740',
    whole: true,
    steps: async (page) => {
      await page.locator('figure button').click();
      await page.locator('.puzzle').waitFor();
    },
  }),
  'lobby-puzzle-solved': () => ({
    ...lobbyPage('/'),
    screen: '360x740',
    whole: true,
    steps: async (page) => {
      await page.locator('figure button').click();
      await page.locator('[data-puzzle] .buttons button').first().click();
      await page.locator('[data-puzzle="done"]').waitFor();
    },
  }),
  'lobby-seekers': () => lobbyPage('/', { seekers }),
  'first-choosing': () => ({
    ...lobbyPage('/'),
    screen: '360x740',
    whole: true,
    steps: (page) => page.locator('button.line').click(),
  }),
  'first-menu': () => ({
    ...lobbyPage('/'),
    screen: '360x740',
    steps: (page) => page.locator('button.menu').click(),
  }),
  'search-away': () => ({
    ...searching(),
    endsAt: '/learn',
    steps: async (page) => {
      await search(page);
      await page.locator('#pages a[href="/learn"]').click();
      await page.waitForURL('**/learn');
    },
  }),
  'computer-lobby': () => ({
    ...lobbyPage('/'),
    whole: true,
    steps: async (page) => {
      await page.locator('[aria-controls="computer-choices"]').click();
      await page.mouse.move(-1, -1); // on some screens the pointer would hover over a link, whose page would be preloaded
    },
  }),
  'computer-lobby-seeking': () => ({ ...searching(), steps: search }),
  'computer-table-setting': () => ({
    ...lobbyPage('/?challenge=Ann'),
    steps: async (page) => {
      await page.locator('#own-table select').first().selectOption('four');
      await page.locator('#own-table [aria-pressed]').nth(1).click();
    },
  }),
  'table-refused': () => ({
    ...lobbyPage('/?challenge=Ann', {
      preferences: { computerSetup: 'four', computerTime: '10+5', computerStrength: 4 },
    }),
    steps: async (page) => {
      await page.locator('#own-table select').first().selectOption('custom');
      await page.locator('#own-table input:not([type])').first().fill(REFUSED);
      await page.locator('#own-table [role="alert"]').waitFor();
    },
  }),
  'table-bank': () => ({
    ...lobbyPage('/?challenge=Ann'),
    steps: async (page) => {
      await page.locator('#own-table input[value="days"]').first().check({ force: true });
      await page.locator('#own-table input[value="bank"]').check({ force: true });
      await page.locator('#own-table input[type="checkbox"]').first().check();
    },
  }),
  watch: () => busy('/watch'),
  'watch-empty': () => lobbyPage('/watch'),
};
