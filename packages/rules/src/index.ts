export {
  type BoardSize,
  fileOf,
  goalSquare,
  level,
  parseSquare,
  rankOf,
  type Square,
  squareName,
  squares,
  terraceOf,
} from './board.ts';
export { type Calls, calls, historyCalls } from './calls.ts';
export { checkPosition, MAX_START_PLY, type PositionRefusal } from './check.ts';
export {
  DIAGRAM_STYLES,
  type DiagramRefusal,
  type DiagramSetupRefusal,
  type DiagramStyle,
  diagramStyle,
  formatDiagram,
  parseDiagram,
  parseDiagramSetup,
} from './diagram.ts';
export { goalPath } from './goal-path.ts';
export {
  type History,
  historyOutcome,
  momentsOf,
  playOn,
  removeFrom,
  startHistory,
} from './history.ts';
export { explainIllegal, type Illegal } from './illegal.ts';
export { isLegal, legalMoves, type Move } from './legal.ts';
export { isSetupName, SETUP_NAMES, SETUPS, type SetupName, startPosition } from './named-setups.ts';
export { formatMove, NOTATIONS, type Notation, parseMove } from './notation.ts';
export { formatOfficialMove, type MoveRefusal, parseOfficialMove } from './official-notation.ts';
export { USENET_COLOURS } from './other-letters.ts';
export { type Outcome, outcome } from './outcome.ts';
export { type Piece, pieceLetter, pieceOfLetter, type Size } from './pieces.ts';
export { places } from './places.ts';
export { type MoveKind, moveKind, perft, play, removeSide, slidePath, withTurn } from './play.ts';
export { type PlayRefusal, playMoves } from './play-moves.ts';
export { type Position, pieceAt, pieces, type Rules, STANDARD_RULES, sidesIn } from './position.ts';
export {
  formatPosition,
  formatSetup,
  type PositionTextRefusal,
  parsePosition,
  parseSetup,
  type SetupTextRefusal,
} from './position-text.ts';
export { type GameRecord, type RecordEvent, type RecordResult, recordEvents, replay, resultOf } from './record.ts';
export { parseRecord, type RecordRefusal } from './record-read.ts';
export { moveWords } from './record-words.ts';
export { formatRecord } from './record-write.ts';
export { err, ok, type Result } from './result.ts';
export { type Setup, setupOf } from './setup.ts';
export { isSide, SIDES, type Side, sideAt, sideIndex, sideSet } from './sides.ts';
export { cleanLine, cleanLines } from './text/clean-text.ts';
export { codePointName, plainNotation } from './text/plain-notation.ts';
