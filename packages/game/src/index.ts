export { flagAt, remainingMs } from './clock.ts';
export type { CommandContext, Decision } from './context.ts';
export { deadlineAt, IDLE_MS, NO_SHOW_MS, noShowAt } from './deadlines.ts';
export { decide, type ServerCommand } from './decide.ts';
export {
  changesPlayers,
  changesTurn,
  dispatch,
  EVENT_TRAITS,
  ends,
  finishes,
  goesBack,
  type Handlers,
  movesIn,
  resultIn,
  starts,
  type TypesWith,
  traitsOf,
  typesWhere,
} from './event-traits.ts';
export { apply, CorruptLog, fold } from './fold.ts';
export { consenters, whyNoOffer } from './offers.ts';
export { whyNotNow } from './play.ts';
export { processedSeq } from './processed.ts';
export { recordOf } from './record.ts';
export { rematch, rematchIn } from './rematch.ts';
export { startFrom, startOf } from './start-position.ts';
export {
  type Clock,
  type GameState,
  hasMoved,
  moverOf,
  type OpenOffer,
  positionOf,
  type Seat,
  type Status,
  sideOf,
  wasFull,
} from './state.ts';
export { peopleIn } from './substitute.ts';
export { open, type Reservation, seatAll } from './table.ts';
export {
  type CloseReason,
  type Departure,
  EMPTY_TIMELINE,
  type FoldedLog,
  foldLog,
  type MadeMove,
  type Replacement,
  type Timeline,
} from './timeline.ts';
