import type { Page } from '@playwright/test';
import { currentPosition } from '@terrace/game';
import {
  DAY_MS,
  HOUR_MS,
  type InboxGame,
  InboxPage,
  inboxGroup,
  inboxPlace,
  mostUrgentFirst,
  noInboxGames,
} from '@terrace/protocol';
import { formatPosition, squareName } from '@terrace/rules';
import { gameRow } from '../fixtures/game-row.ts';
import { pageAt } from '../fixtures/page.ts';
import { asGuest, GUESTS, STRANGER } from '../fixtures/people.ts';
import { PlayedGame, startedGame } from '../fixtures/played-game.ts';
import { rest } from '../fixtures/rest.ts';
import type { Scene, Scenes } from '../scene.ts';

type Setup = 'long' | 'short' | 'medium' | 'three' | 'four' | 'short6';
const SETUPS: readonly Setup[] = ['long', 'four', 'short', 'three', 'medium', 'short6'];
const DAYS = [1, 3, 7, 14] as const;

/** An own game after some moves: most by days, some waiting for players or against computers. */
function ownGame(n: number): PlayedGame {
  const setup = SETUPS[n % SETUPS.length] ?? 'long';
  const perMoveMs = (DAYS[n % DAYS.length] ?? 1) * DAY_MS;
  const players = { ...GUESTS, south: STRANGER };
  const settings = { setup, time: { kind: 'days', perMoveMs } } as const;
  if (n % 10 === 7) return new PlayedGame(settings, { seed: 60 + n, players });
  if (n % 10 === 8) {
    const reserved = [{ side: 'south', player: STRANGER }] as const;
    return new PlayedGame({ ...settings, setup: 'long' }, { seed: 60 + n, players, host: 'north', reserved });
  }
  if (n % 10 === 9) {
    const practice = new PlayedGame({ setup: 'long', time: null }, { seed: 60 + n, players, host: 'south' });
    return practice.seatComputer('north', 3).playRandomMoves(6);
  }
  return startedGame(setup, settings, { seed: 60 + n, players }).playRandomMoves(n * 3);
}

function inboxGame(game: PlayedGame, n: number): InboxGame {
  const position = currentPosition(game.state);
  const last = game.state.history.move?.to;
  return {
    row: gameRow(game),
    board: { position: formatPosition(position), last: last === undefined ? null : squareName(position.size, last) },
    movedAt: game.now - n * HOUR_MS,
    unreadChat: n % 7 === 3 ? n : 0,
  };
}

/** The visitor resigned, and three others play on. */
const outGame = (): PlayedGame =>
  startedGame(
    'four',
    { time: { kind: 'days', perMoveMs: DAY_MS } },
    { seed: 90, players: { ...GUESTS, south: STRANGER } },
  )
    .playRandomMoves(8)
    .send('south', { type: 'resign' });

function inboxPage(count: number, all = count, more: readonly PlayedGame[] = []): InboxPage {
  const own = [...Array.from({ length: count }, (_, n) => ownGame(n)), ...more];
  const games = own.map(inboxGame).flatMap((game) => {
    const group = inboxGroup(game.row, STRANGER.id);
    return group === undefined ? [] : [{ game, group, place: inboxPlace(game.row, game.movedAt, group) }];
  });
  const counts = noInboxGames();
  for (const { group } of games) counts[group] += 1;
  games.sort((a, b) => mostUrgentFirst(a.place, b.place));
  return { games: games.map(({ game }) => game), counts, next: all > count ? 'abc' : null };
}

function inboxScene(page: InboxPage, query = ''): Scene {
  const { turn } = page.counts;
  return pageAt(`/inbox${query}`, {
    me: { ...asGuest(STRANGER), ...(turn > 0 && { attention: { turns: turn, unread: 3 } }) },
    rest: [rest('/api/me/games', InboxPage, page)],
    socket: { 'inbox:watch': () => page },
    whole: true,
  });
}

/** The browser offers to install the app. */
async function offerInstallation(page: Page): Promise<void> {
  await page.evaluate(() =>
    dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => undefined })),
  );
  await page.locator('main section.card').waitFor();
}

/** The page of own games: none, one, and more than fit on one page. */
export const inboxScenes: Scenes = {
  'inbox-empty': () => inboxScene(inboxPage(0)),
  'inbox-one': () => inboxScene(inboxPage(1)),
  'inbox-out': () => inboxScene(inboxPage(2, 2, [outGame()])),
  'inbox-install': () => ({ ...inboxScene(inboxPage(1)), steps: offerInstallation }),
  'inbox-30': () => inboxScene(inboxPage(30, 31)),
  'inbox-nothing-waits': () => inboxScene({ ...inboxPage(4), games: [] }, '?show=turn'),
};
