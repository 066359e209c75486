import { computerScenes } from '../scenes/computer-scenes.ts';
import { everyScreenOf } from './look.ts';

everyScreenOf(computerScenes);
