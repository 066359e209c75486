import { gamePage } from '../fixtures/game-page.ts';
import { begun } from '../fixtures/played-game.ts';
import type { Scenes } from '../scene.ts';
import { without } from './two-seats.ts';

const OTHERS = ['west', 'north', 'east'] as const;

const won = () => {
  const game = begun('four');
  for (const side of OTHERS) game.say(side, { type: 'resign' });
  return game;
};
const offered = () => won().say('north', { type: 'offer', offer: 'rematch' });

export const fourSeatEndings: Scenes = {
  'ending-four-won': () => gamePage(won(), 'south'),
  'ending-four-lost': () => gamePage(won(), 'west'),
  'ending-four-offered': () => gamePage(offered(), 'north'),
  'ending-four-asked': () => gamePage(offered(), 'south'),
  'ending-four-gone': () => gamePage(won(), 'south', { presence: without(won(), ...OTHERS) }),
};
