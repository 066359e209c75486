import { gameRow } from '../fixtures/game-row.ts';
import { lobbyPage } from '../fixtures/lobby.ts';
import { GUESTS, STRANGER } from '../fixtures/people.ts';
import { type PlayedGame, startedGame } from '../fixtures/played-game.ts';
import type { Scenes } from '../scene.ts';

const ownGame = (setup: 'long' | 'three' | 'four', seed: number): PlayedGame =>
  startedGame(
    setup,
    { time: { kind: 'days', perMoveMs: 86_400_000 } },
    { seed, players: { ...GUESTS, south: STRANGER } },
  );

export const ownGames = (): readonly PlayedGame[] => [ownGame('long', 51), ownGame('three', 52), ownGame('four', 53)];

/** Three others play on after the visitor has resigned. */
const outGame = (): PlayedGame => ownGame('four', 54).playRandomMoves(8).send('south', { type: 'resign' });

/** Own games in the lobby, which `own-games.spec.ts` checks. */
export const ownGameScenes: Scenes = {
  'lobby-own-games': () => lobbyPage('/', { own: ownGames().map(gameRow) }),
  'lobby-own-game-out': () => lobbyPage('/', { own: [outGame()].map(gameRow) }),
};
