export { type Chances, certain, chancesByWorth, equal, expectation, type ProvedWin, provedPlies } from './chance.ts';
export { type ChoiceOptions, createEngine, type Engine } from './engine.ts';
export { judgeLine } from './judge-line.ts';
export { type Judgement, judge, judgeEnd } from './judgement.ts';
export { assess, type GameReview, MOVE_CLASSES, type MoveClass, type ReviewedMove, reviewGame } from './review.ts';
export { type SearchedGame, searchedGame } from './searched-game.ts';
export { FULL_STRENGTH, STRENGTH_TABLE } from './strength.ts';
export { type Limits, type Line, PROVED, type Thought, WIN } from './thought.ts';
