import type { GameServices } from './games.ts';
import type { Routes } from './route.ts';

export const streamRoutes: Routes<GameServices> = async () => undefined;
