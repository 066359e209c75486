import type { Settings, Strength } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { gamePage } from '../fixtures/game-page.ts';
import { liveGame, lobbyPage } from '../fixtures/lobby.ts';
import { PlayedGame } from '../fixtures/played-game.ts';
import type { Scenes } from '../scene.ts';

export const STRENGTH: Readonly<Record<Exclude<Side, 'south'>, Strength>> = { west: 5, north: 8, east: 3 };

export const AGAINST_COMPUTERS = {
  two: { setup: 'long', sides: ['north'] },
  three: { setup: 'three', sides: ['north', 'east'] },
  four: { setup: 'four', sides: ['west', 'north', 'east'] },
} as const;

type Seats = keyof typeof AGAINST_COMPUTERS;

function against(seats: Seats, minutes: number, seed: number): PlayedGame {
  const { setup, sides } = AGAINST_COMPUTERS[seats];
  const time: Settings['time'] = { kind: 'clock', initialMs: minutes * 60_000, incrementMs: 3_000 };
  const game = new PlayedGame({ setup, time }, { seed });
  for (const side of sides) game.seatComputer(side, STRENGTH[side]);
  return game;
}

/** Hours on the clocks leave the least room for names on plates. */
const page = (seats: Seats, minutes: number) => () => gamePage(against(seats, minutes, 1), 'south');

/** Plates of computers, which `computer-plates.spec.ts` checks. */
export const computerPlateScenes: Scenes = {
  'computers-two-10': page('two', 10),
  'computers-two-90': page('two', 90),
  'computers-three-10': page('three', 10),
  'computers-three-90': page('three', 90),
  'computers-four-10': page('four', 10),
  'computers-four-90': page('four', 90),
  // The page shows one game of each table size in a large view.
  'computers-watch': () => lobbyPage('/watch', { live: [against('two', 10, 1), against('four', 10, 2)].map(liveGame) }),
};

const table = () => new PlayedGame({ setup: 'four', starts: 'host' }).seatComputer('west', 3);
const game = () => against('two', 10, 1).playRandomMoves(12);

export const computerGameScenes: Scenes = {
  'computer-table': () => gamePage(table(), 'south'),
  'computer-game': () => gamePage(game(), 'south'),
  'computer-game-over': () => gamePage(game().send('south', { type: 'resign' }), 'south'),
  'computer-game-four': () => gamePage(against('four', 10, 2).playRandomMoves(8), 'south'),
};
