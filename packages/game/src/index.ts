export { abortRefusal } from './abort-refusal.ts';
export { flagAt, fullTimeMs, remainingMs } from './clock.ts';
export {
  type Branch,
  branchesOf,
  checkBranches,
  cutBranches,
  historyAfter,
  listBranches,
  mergeBranches,
  namesOf,
} from './conditional-moves.ts';
export { consenters, offerRefusal } from './consent.ts';
export type { CommandContext } from './context.ts';
export { claimableAt, deadlineAt, IDLE_MS, NO_SHOW_MS, noShowAt, shortTimeAt } from './deadlines.ts';
export { decide, type ServerCommand } from './decide.ts';
export {
  changesPlayers,
  changesTurn,
  type EventHandlers,
  endsGame,
  finishesGame,
  handleEvent,
  movesIn,
  resultIn,
  resumesGame,
  startsGame,
  type TypesWith,
  takesBackMove,
  traitsOf,
  typesWhere,
} from './event-traits.ts';
export { CorruptLog, fold } from './fold.ts';
export { type PlaceGroup, placeGroups, placeOf } from './places.ts';
export { plyRefusal } from './play.ts';
export { processedSeq } from './processed.ts';
export { recordOf } from './record.ts';
export { rematchEvents, rematchIn } from './rematch.ts';
export { startPositionOf, startTextFrom } from './start-position.ts';
export {
  currentPosition,
  type GameState,
  hasMoved,
  isOnVacation,
  moverOf,
  type Seat,
  sideOf,
  wasFull,
} from './state.ts';
export { peopleIn } from './substitute.ts';
export { openFullTable, openTable, type Reservation } from './table.ts';
export {
  type CloseReason,
  type Departure,
  type FoldedLog,
  foldLog,
  type MadeMove,
  type Replacement,
  type Timeline,
  undoneMove,
} from './timeline.ts';
