import { readingScenes } from '../scenes/reading-scenes.ts';
import { everyScreenOf } from './look.ts';

everyScreenOf(readingScenes);
