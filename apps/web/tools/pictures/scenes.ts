import { gameScenes } from './game-scenes.ts';
import { lobbyScenes } from './lobby-scenes.ts';
import { readingScenes } from './reading-scenes.ts';
import type { Scene } from './stage.ts';

/** Everything that is photographed, by name. */
export const scenes: Readonly<Record<string, Scene>> = { ...lobbyScenes, ...gameScenes, ...readingScenes };
