export type { Chances } from './chance.ts';
export { createEngine, type Engine } from './engine.ts';
export { judgeLine } from './judge-line.ts';
export { type Judgement, judgeEnd } from './judgement.ts';
export { reviewGame } from './review.ts';
export { type SearchedGame, searchedGame } from './searched-game.ts';
export { FULL_STRENGTH, STRENGTH_TABLE } from './strength.ts';
export { type Limits, type Line, PROVED, type Thought } from './thought.ts';
