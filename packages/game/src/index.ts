export { deadlineAt, remainingMs } from './clock.ts';
export { type Asking, type Decision, decide, type OwnCommand, open } from './decide.ts';
export { apply, CorruptLog, fold } from './fold.ts';
export { answeredSeq, type Clock, type GameState, positionOf, type Seat, type Status, sideOf } from './state.ts';
