import { gamePage } from '../fixtures/game-page.ts';
import { message } from '../fixtures/messages.ts';
import { begun, begunFrom } from '../fixtures/played-game.ts';
import type { Scenes } from '../scene.ts';
import { openCard, select } from './steps.ts';

const game = () => begun('long').playOn(20);
/** South's C on e4 can take its own A on f5. */
const OWN_CAPTURE = '7T/8/8/5a2/4c3/3d4/1b6/t7 s sn 0 1';

/** Games of two in progress. */
export const twoSeatScenes: Scenes = {
  'two-first': () => gamePage(begun('long'), 'north'),
  two: () => gamePage(game(), 'south', { otherOnPhone: true }),
  'two-card': () => ({ ...gamePage(game(), 'south', { otherOnPhone: true }), steps: openCard('north') }),
  'two-draw': () => gamePage(game().say('north', { type: 'offer', offer: 'draw' }), 'south'),
  'two-over': () => gamePage(game().say('south', { type: 'resign' }), 'south'),
  'own-capture': () => ({
    ...gamePage(begunFrom(OWN_CAPTURE), 'south'),
    steps: async (page) => {
      await select('e4')(page);
      await select('f5')(page);
      await page.locator('[data-square="f5"][aria-selected="true"]').waitFor();
    },
  }),
  talk: () => {
    const played = begun('long').moves('d2-d3');
    const long = 'Good game to you. I look at the far corner first, and then at everything between us.';
    const messages = [message(1, played, 'south', 'Hello, good game.'), message(2, played, 'north', long)];
    return gamePage(played, 'south', { messages, otherOnPhone: true });
  },
};
