export { type SearchedGame, searchedGame } from './searched-game.ts';
export { type Limits, type Line, PROVED, type Thought, WIN } from './thought.ts';
