import type { Presence } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { gamePage } from '../fixtures/game-page.ts';
import { type PlayedGame, startedGame, startedGameFrom } from '../fixtures/played-game.ts';
import type { Scenes } from '../scene.ts';

/** Won by arrival: South's T is next to its goal. */
const won = () => startedGameFrom('6t1/8/8/8/8/2T5/8/8 s sn 0 1').moves('g8-h8');
const offered = () => won().send('south', { type: 'offer', offer: 'rematch' });
const declined = () => offered().answer('north', 'refuse', 'rematch');
const drawn = () =>
  startedGame('long')
    .moves('d2-d3', 'e7-e6')
    .send('south', { type: 'offer', offer: 'draw' })
    .send('north', { type: 'offer', offer: 'draw' });
const aborted = () => startedGame('long').send('south', { type: 'abort' });

export const without = ({ now }: PlayedGame, ...sides: readonly Side[]): Presence => ({
  watching: 0,
  names: [],
  away: sides.map((side) => ({ side, since: now, claimableAt: now + 60_000 })),
});

/** Every kind of end of a game of two, as each player and a spectator see it, and the states of a rematch. */
export const twoSeatEndings: Scenes = {
  'ending-won': () => gamePage(won(), 'south'),
  'ending-lost': () => gamePage(won(), 'north'),
  'ending-watched': () => gamePage(won(), 'watcher'),
  'ending-offered': () => gamePage(offered(), 'south'),
  'ending-asked': () => gamePage(offered(), 'north'),
  'ending-declined': () => ({
    ...gamePage(declined(), 'south', { arriving: 1 }),
    steps: async (page) => {
      await page.locator('[data-note] .first.primary').waitFor();
    },
  }),
  'ending-gone-asked': () => gamePage(offered(), 'south', { presence: without(offered(), 'north') }),
  'ending-gone': () => gamePage(won(), 'south', { presence: without(won(), 'north') }),
  'ending-drawn': () => gamePage(drawn(), 'north'),
  'ending-aborted': () => gamePage(aborted(), 'north'),
};
