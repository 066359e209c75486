import type { Page } from '@playwright/test';
import { CommandDone, DAY_MS, GameId } from '@terrace/protocol';
import { gamePage } from '../fixtures/game-page.ts';
import { asGuest } from '../fixtures/people.ts';
import { startedGame } from '../fixtures/played-game.ts';
import { rest } from '../fixtures/rest.ts';
import type { Scene, Scenes } from '../scene.ts';

const DAYS = { time: { kind: 'days', perMoveMs: 3 * DAY_MS } } as const;

async function move(page: Page): Promise<void> {
  for (const square of ['d2', 'd3']) await page.locator(`[data-square="${square}"]`).dispatchEvent('click');
}

async function moveAndSee(page: Page, notice: string): Promise<void> {
  await move(page);
  await page.locator(`[data-notice="${notice}"]`).waitFor();
}

/** South moves, and the server answers with the event of that move. */
function afterMove(preferences: NonNullable<Scene['preferences']>): Scene {
  const game = startedGame('long', DAYS);
  const me = { ...asGuest(game.players.south), attention: { turns: 3, unread: 2 } };
  const before = game.log.length;
  // A page that is left sends the move that it held.
  const leaving = rest(`/api/games/${game.id}/commands`, CommandDone, { seq: before + 1 }, { method: 'POST' });
  const scene = gamePage(game, 'south', { preferences, me, rest: [leaving] });
  return {
    ...scene,
    socket: {
      ...scene.socket,
      'game:command': ({ commandId }) => {
        const [moved] = startedGame('long', DAYS).moves('d2-d3').log.slice(before);
        return { seq: before + 1, events: moved ? [{ ...moved, commandId }] : [] };
      },
      'conditional:get': () => ({ ply: 1, moves: [] }),
      'inbox:next': () => ({ gameId: GameId.parse('scene0000099') }),
    },
  };
}

async function explore(page: Page): Promise<void> {
  await page.locator('.more button').first().click();
  await page.locator('.more [popover] button').first().click();
  await page.locator('[data-part="panel"] dialog [data-path="1.0"]').waitFor();
}

/** The analysis board of a player whose opponent is to move, with variations and a tried move selected. */
function exploring(): Scene {
  const game = startedGame('long', DAYS).moves('d2-d3');
  const scene = gamePage(game, 'south', { me: asGuest(game.players.south) });
  const tried = ['1 d2d3', '2 e7e6', '3 e2e3', '3 f2f3', '2 d7d6', '3 d3d4', '1 e2e3', '2 e7e6'];
  return {
    ...scene,
    socket: {
      ...scene.socket,
      'conditional:get': () => ({ ply: 2, moves: [] }),
      'variations:get': () => ({ moves: tried }),
    },
    steps: explore,
  };
}

async function openNotes(page: Page): Promise<void> {
  await page.locator('[data-part="actions"] button[popovertarget]').click();
  await page
    .locator('[popover]:popover-open')
    .getByText(/^Private (notes|Notizen)$/)
    .click();
  await page.locator('textarea').waitFor();
}

async function stepBack(page: Page): Promise<void> {
  await page.keyboard.press('ArrowLeft');
  await page.locator('[data-replaying]').waitFor();
}

/** A player waits for the others, and may plan moves. */
function waiting(setup: 'long' | 'four'): Scene {
  const game = startedGame(setup, DAYS).playRandomMoves(5);
  return gamePage(game, 'south', { socket: { 'conditional:get': () => ({ ply: 6, moves: [] }) } });
}

/** After an own move: ten seconds to undo it, and the next game. */
export const correspondenceScenes: Scenes = {
  'two-notes': () => ({
    ...gamePage(startedGame('long', DAYS), 'north', {
      socket: { 'conditional:get': () => ({ ply: 1, moves: [] }), 'note:get': () => ({ text: 'Guard h7, then b4.' }) },
    }),
    otherOnPhone: true,
    steps: openNotes,
  }),
  'two-undo': () => ({
    ...afterMove({ confirm: 'days', confirmBy: 'undo' }),
    steps: (page) => moveAndSee(page, 'undo'),
  }),
  'two-explored': exploring,
  'two-days-waiting': () => waiting('long'),
  'two-days-back': () => ({ ...waiting('long'), steps: stepBack }),
  'two-days-back-refused': () => ({
    ...waiting('long'),
    steps: async (page) => {
      await stepBack(page);
      await page.locator('[data-square="b2"]').dispatchEvent('click');
      await page.locator('[data-sentence]').waitFor();
    },
  }),
  'four-days-waiting': () => waiting('four'),
  'four-days-back': () => ({ ...waiting('four'), steps: stepBack }),
  'two-next-game': () => ({ ...afterMove({}), steps: (page) => moveAndSee(page, 'next') }),
};
