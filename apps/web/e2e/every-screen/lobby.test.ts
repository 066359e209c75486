import { lobbyScenes } from '../scenes/lobby-scenes.ts';
import { everyScreenOf } from './look.ts';

everyScreenOf(lobbyScenes);
