import { GameId } from '@terrace/protocol';
import { z } from 'zod';
import { gamePage } from '../fixtures/game-page.ts';
import { message } from '../fixtures/messages.ts';
import { STRANGER } from '../fixtures/people.ts';
import { startedGame, startedGameFrom } from '../fixtures/played-game.ts';
import { rest } from '../fixtures/rest.ts';
import type { Scenes } from '../scene.ts';
import { openCard, press, select } from './steps.ts';

const game = () => startedGame('long').playRandomMoves(20);
/** South's C on e4 can capture its own A on f5. */
const OWN_CAPTURE = '7T/8/8/5a2/4c3/3d4/1b6/t7 s sn 0 1';

/** South's move wins, so "Play from here" is impossible afterwards. */
const BEFORE_WIN = '8/8/8/8/8/2d5/1T6/7t s sn 0 1';

const talk = () => {
  const played = startedGame('long').moves('d2-d3');
  const long = 'Good game to you. I look at the far corner first, and then at everything between us.';
  const messages = [message(1, played, 'south', 'Hello, good game.'), message(2, played, 'north', long)];
  return gamePage(played, 'south', { messages, otherOnPhone: true });
};

export const twoSeatScenes: Scenes = {
  'two-first': () => gamePage(startedGame('long'), 'north'),
  two: () => gamePage(game(), 'south', { otherOnPhone: true }),
  'two-card': () => ({ ...gamePage(game(), 'south', { otherOnPhone: true }), steps: openCard('north') }),
  'two-draw': () => gamePage(game().send('north', { type: 'offer', offer: 'draw' }), 'south'),
  'two-over': () => gamePage(game().send('south', { type: 'resign' }), 'south'),
  'own-capture': () => ({
    ...gamePage(startedGameFrom(OWN_CAPTURE), 'south'),
    steps: async (page) => {
      await select('e4')(page);
      await select('f5')(page);
      await page.locator('[data-square="f5"][aria-selected="true"]').waitFor();
    },
  }),
  talk,
  'talk-report': () => ({
    ...talk(),
    screen: '360x740',
    steps: async (page) => {
      await page.locator('[data-part="actions"] button[aria-pressed]').click();
      await page.locator('[data-message="2"] button').click();
      await page.locator('.chat dialog .danger').click();
      await page.locator('.chat dialog input').waitFor();
    },
  }),
  'two-hint': () => ({
    ...gamePage(startedGame('long'), 'south'),
    steps: async (page) => {
      await press('Tab')(page);
      await page.locator('.skip:focus').waitFor();
    },
  }),
  'two-keys': () => ({
    ...gamePage(game(), 'north', { otherOnPhone: true }),
    steps: async (page) => {
      await press('?')(page);
      await page.getByRole('dialog').waitFor();
    },
  }),
  'two-paused': () => {
    const paused = game()
      .send('south', { type: 'offer', offer: 'pause' })
      .send('north', { type: 'offer', offer: 'pause' });
    const answer = { gameId: GameId.parse('scene0000002'), player: STRANGER, answer: 'declined' } as const;
    return gamePage(paused, 'south', {
      otherOnPhone: true,
      broadcasts: [{ after: 'invitations:list', name: 'invitation:answered', message: answer }],
      steps: (page) => page.locator('[data-part="notice"] section').waitFor(),
    });
  },
  'two-command': () => ({
    ...gamePage(game(), 'south', {
      otherOnPhone: true,
      rest: [rest('/api/command', z.string(), 'Played d2-d3.', { method: 'POST' })],
    }),
    steps: async (page) => {
      await press('/')(page);
      const field = page.locator('.bar input');
      await field.fill('d2-d3');
      await field.press('Enter');
      await page.locator('.bar pre:not(:empty)').waitFor();
    },
  }),
  'two-decided': () => ({
    ...gamePage(startedGameFrom(BEFORE_WIN).moves('c3-b2'), 'south'),
    steps: async (page) => {
      await page.locator('[data-part="navigation"] [aria-disabled="true"][title]').last().press('Enter');
      await page.locator('[data-part="navigation"] p:not(:empty)').waitFor();
    },
  }),
  'two-vacation': () => {
    const time = { kind: 'bank', bankMs: 864_000_000, incrementMs: 86_400_000, weekendsOff: 'UTC' } as const;
    const game = startedGame('long', { time }).moves('d2-d3', 'e7-e6', 'd3-d4').wait(86_400_000);
    const [since, until] = [game.now, game.now + 7 * 86_400_000];
    game.sendAs(null, { type: 'vacation', player: game.players.south.id, since, until });
    return gamePage(game, 'north', { socket: { 'conditional:get': () => ({ ply: 4, moves: [] }) } });
  },
  'two-days': () => ({
    ...gamePage(startedGame('long', { time: { kind: 'days', perMoveMs: 86_400_000 } }), 'north', {
      otherOnPhone: true,
      socket: {
        'conditional:get': () => ({
          ply: 1,
          moves: [
            { depth: 1, move: { from: 'd2', to: 'd3' } },
            { depth: 2, move: { from: 'e7', to: 'e6' } },
            { depth: 3, move: { from: 'd3', to: 'd2' } },
            { depth: 4, move: { from: 'e6', to: 'e7' } },
            { depth: 3, move: null },
            { depth: 4, move: { from: 'd7', to: 'd6' } },
            { depth: 1, move: { from: 'e2', to: 'e3' } },
            { depth: 2, move: { from: 'd7', to: 'd6' } },
          ],
        }),
        'conditional:set': () => ({}),
      },
    }),
    steps: async (page) => {
      await page.locator('.conditional .head button').click();
      await page.locator('.conditional ul').first().waitFor();
    },
  }),
};
