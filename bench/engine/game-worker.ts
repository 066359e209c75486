/** Plays the games it receives, one at a time, for `playFixtures`. */
import { parentPort } from 'node:worker_threads';
import { isSide, type Side } from '@terrace/rules';
import type { Fixture } from './games.ts';
import { isLevel } from './level.ts';
import { openingOf } from './openings.ts';
import { type Player, playGame } from './play.ts';
import { playerOf } from './players.ts';

const players = new Map<string, Player>();

function playerNamed(text: string): Player {
  const player = players.get(text) ?? playerOf(text);
  players.set(text, player);
  return player;
}

parentPort?.on('message', (fixture: Fixture) => {
  const seated: Partial<Record<Side, Player>> = {};
  for (const [side, text] of Object.entries(fixture.players)) if (isSide(side)) seated[side] = playerNamed(text);
  parentPort?.postMessage(playGame(openingOf(fixture, fixture.opening, isLevel), seated, fixture.opening * 101 + 1));
});
