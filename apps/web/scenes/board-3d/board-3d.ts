import { messages } from '@terrace/messages';
import { OngoingRatedGame } from '@terrace/protocol';
import { legalMoves, moveKind, pieceAt, type Square, squareName } from '@terrace/rules';
import { everyPage, gamePage } from '../fixtures/game-page.ts';
import { pageAt } from '../fixtures/page.ts';
import { asGuest, NOON, STRANGER } from '../fixtures/people.ts';
import { type PlayedGame, startedGame } from '../fixtures/played-game.ts';
import { rest } from '../fixtures/rest.ts';
import { select } from '../game/steps.ts';
import type { Scene, Scenes } from '../scene.ts';

const two = () => startedGame('long').playRandomMoves(24);
const four = () => startedGame('four').playRandomMoves(20);

/** Two pieces without long shadows. */
const NEARLY_EMPTY = '7T/8/8/8/8/8/8/t7 s sn 0 1';

const in3D = (scene: Scene, more: Partial<Scene> = {}): Scene => ({
  ...scene,
  ...more,
  preferences: { view: 'solid', ...more.preferences },
  steps: async (page) => {
    await page.waitForSelector('[data-view="3d"]');
    await more.steps?.(page);
  },
});

/** The square of the piece with the most kinds of moves. */
function liveliest({ state }: PlayedGame): string {
  const { position } = state.history;
  const kinds = new Map<Square, Set<string>>();
  for (const move of legalMoves(position))
    kinds.set(
      move.from,
      (kinds.get(move.from) ?? new Set()).add(`${moveKind(position, move)}${pieceAt(position, move.to)?.side}`),
    );
  const [best] = [...kinds].toSorted(([, a], [, b]) => b.size - a.size);
  if (best === undefined) throw new Error('no piece can move');
  return squareName(position.size, best[0]);
}

function engine(): Scene {
  const base = everyPage(asGuest(STRANGER), NOON);
  const none = rest('/api/me/rated-game', OngoingRatedGame, { gameId: null });
  const scene = {
    path: '/analysis',
    me: asGuest(STRANGER),
    now: NOON,
    rest: [...base.rest, none],
    socket: base.socket,
  };
  return in3D(scene, {
    preferences: { engine: true, threeLines: true },
    steps: async (page) => {
      await page.locator('[data-line="3"]').waitFor({ state: 'attached' });
    },
  });
}

export const selected3DScenes: Scenes = {
  '3d-two-selected': () => in3D(gamePage(two(), 'south'), { steps: select(liveliest(two())) }),
};

export const ended3DScenes: Scenes = {
  '3d-two-over': () => in3D(gamePage(two().send('south', { type: 'resign' }), 'south')),
};

/** Only for pictures: these pages differ from checked ones only in the drawing of the board. */
export const pictured3DScenes: Scenes = {
  ...Object.fromEntries(
    Object.keys(messages.settingsPage.board.boards).map((board) => [
      `3d-boards-${board}`,
      () => in3D(gamePage(two(), 'south'), { preferences: { boardOnLight: board, boardOnDark: board } }),
    ]),
  ),
  '3d-two': () => in3D(gamePage(two(), 'south')),
  '3d-four-south': () => in3D(gamePage(four(), 'south')),
  '3d-four-east': () => in3D(gamePage(four(), 'east')),
  '3d-levels': () => in3D(pageAt(`/analysis?position=${encodeURIComponent(NEARLY_EMPTY)}`), { screen: '360x740' }),
  '3d-engine': () => engine(),
  '3d-small': () => in3D(gamePage(startedGame('long6').playRandomMoves(8), 'north')),
};
