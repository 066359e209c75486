import { board3DScenes, more3DScenes } from './board-3d-scenes.ts';
import { computerScenes } from './computer-scenes.ts';
import { endingScenes } from './ending-scenes.ts';
import { gameScenes } from './game-scenes.ts';
import { lobbyScenes } from './lobby-scenes.ts';
import { readingScenes } from './reading-scenes.ts';
import type { Scene } from './scene-context.ts';

/** All scenes by name. */
export const scenes: Readonly<Record<string, Scene>> = {
  ...lobbyScenes,
  ...gameScenes,
  ...computerScenes,
  ...readingScenes,
  ...endingScenes,
  ...board3DScenes,
  ...more3DScenes,
};
