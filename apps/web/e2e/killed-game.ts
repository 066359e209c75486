import { expect, type Page } from '@playwright/test';
import { fold } from '@terrace/game';
import { messages } from '@terrace/messages';
import type { GameLog } from '@terrace/protocol';
import type { SetupName } from '@terrace/rules';
import { goTo } from './browser.ts';
import { fetchEvents } from './game-page.ts';
import type { Move } from './script.ts';
import { openTable } from './tables.ts';

/** Opens a game with 5 minutes + 3 seconds on the first page, as South, and joins it on the second page. */
export async function openGameOfTwo([south, north]: readonly [Page, Page], site: string, setup: SetupName) {
  await goTo(south, site);
  await openTable(south, { setup: messages.setup[setup], clock: [5, 3], side: messages.side.south });
  await goTo(north, south.url());
  await north.getByRole('button', { name: /^Join/ }).first().click();
}

/**
 * Checks that the server has each of these moves once and in order, and charged no player more than the elapsed time.
 */
export async function expectCompleteLog(page: Page, moves: readonly Move[]): Promise<void> {
  const events = await fetchEvents(page);
  const moved = events.flatMap(({ event }) => (event.type === 'moved' ? [event] : []));
  expect(moved.map(({ from, to }) => ({ from, to }))).toEqual(moves);
  expect(moved.map(({ ply }) => ply)).toEqual(moved.map((_, i) => i + 1));
  expect(events.map((each) => each.seq)).toEqual(events.map((_, i) => i + 1));
  expectFairClocks(events);
}

/** A player is charged at most the time between the two log timestamps of the turn, and gains at most the increment. */
function expectFairClocks(events: GameLog['events']): void {
  for (const [i, { event, at }] of events.entries()) {
    if (event.type !== 'moved') continue;
    const before = fold(null, events.slice(0, i));
    const turn = before?.history.position.turn;
    if (!before?.clock || turn === undefined) throw new Error('a live game has a clock');
    const charged = before.clock.remainingMs[turn] + 3_000 - (event.remainingMs ?? 0);
    expect(charged).toBeGreaterThanOrEqual(0);
    expect(charged).toBeLessThanOrEqual(at - before.clock.turnStartedAt);
  }
}
