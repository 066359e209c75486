import { gameScenes } from '../scenes/game-scenes.ts';
import { everyScreenOf } from './look.ts';

everyScreenOf(gameScenes);
