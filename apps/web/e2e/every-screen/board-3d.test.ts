import { board3DScenes } from '../scenes/board-3d-scenes.ts';
import { everyScreenOf } from './look.ts';

// In one language: what differs is what stands round the board, which is seen in both without it.
everyScreenOf(board3DScenes, ['de']);
