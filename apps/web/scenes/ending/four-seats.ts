import { gamePage } from '../fixtures/game-page.ts';
import { startedGame } from '../fixtures/played-game.ts';
import type { Scenes } from '../scene.ts';
import { without } from './two-seats.ts';

const OTHERS = ['west', 'north', 'east'] as const;

const won = () => {
  const game = startedGame('four');
  for (const side of OTHERS) game.send(side, { type: 'resign' });
  return game;
};
const offered = () => won().send('north', { type: 'offer', offer: 'rematch' });

export const fourSeatEndings: Scenes = {
  'ending-four-won': () => gamePage(won(), 'south'),
  'ending-four-lost': () => gamePage(won(), 'west'),
  'ending-four-offered': () => gamePage(offered(), 'north'),
  'ending-four-asked': () => gamePage(offered(), 'south'),
  'ending-four-gone': () => gamePage(won(), 'south', { presence: without(won(), ...OTHERS) }),
};
