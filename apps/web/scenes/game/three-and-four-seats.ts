import { gamePage } from '../fixtures/game-page.ts';
import { startedGame, startedGameFrom } from '../fixtures/played-game.ts';
import type { Scenes } from '../scene.ts';
import { openCard, select } from './steps.ts';

const three = () => startedGame('three').playRandomMoves(13);
const four = () => startedGame('four').playRandomMoves(20);
/** South's D and North's D attack West's T, so "Terrace" is called from the start (R18). */
const call = () => startedGameFrom("3d'2t'1/8/8/D'6T/8/2d4D/1T'4t1/2d'4c s swne 0 1");

export const moreSeatScenes: Scenes = {
  three: () => gamePage(three(), 'east'),
  'three-watched': () => gamePage(three(), 'watcher', { presence: { watching: 1, names: ['Amber-Otter'], away: [] } }),
  'four-first': () => gamePage(startedGame('four'), 'south'),
  four: () => gamePage(four(), 'south', { otherOnPhone: true }),
  'four-west': () => gamePage(four(), 'west'),
  'four-card': () => ({ ...gamePage(four(), 'south'), steps: openCard('west') }),
  'four-out': () => gamePage(four().send('north', { type: 'resign' }), 'south'),
  'four-over': () => {
    const game = four();
    for (const side of ['north', 'west', 'east'] as const) game.send(side, { type: 'resign' });
    return gamePage(game, 'south');
  },
  call: () => gamePage(call(), 'west'),
  'call-first': () => gamePage(call(), 'south'),
  'call-refused': () => ({
    ...gamePage(call(), 'south'),
    steps: async (page) => {
      await select('b2')(page);
      await page.locator('[data-sentence]').waitFor();
    },
  }),
};
