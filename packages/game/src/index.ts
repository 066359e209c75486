export type { Asking, Decision } from './asking.ts';
export { asBeginning, type BeginningRefusal, beginning, whyNoBeginning } from './beginning.ts';
export { deadlineAt, flagAt, NO_SHOW_MS, noShowAt, remainingMs } from './clock.ts';
export { decide, type OwnCommand } from './decide.ts';
export { apply, CorruptLog, fold } from './fold.ts';
export { consenters, whyNoOffer } from './offers.ts';
export { recordOf } from './record.ts';
export {
  answeredSeq,
  type Clock,
  type GameState,
  hasMoved,
  positionOf,
  type Seat,
  type Standing,
  type Status,
  sideOf,
} from './state.ts';
export { rematch } from './succession.ts';
export { open, type Reservation, seatAll } from './table.ts';
